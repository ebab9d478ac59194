import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Something of known size of which any part can be read. */
export interface Source {
  readonly size: number
  open(part?: { start: number; end: number }): Readable | Promise<Readable>
}

/** An answer that is made already: the server only decides how much of it has to travel. */
export interface Finished {
  readonly type: string
  /** Names the content: another content has another name. */
  readonly name: string
  /**
   * 'forever' where the address names the content too; 'ask' where it has to be asked for again each time;
   * 'shared' where, in addition, whoever stands in between may keep it; 'visible' where the address names the content,
   * too, but it may be withdrawn: a shared cache must not go on showing it for long.
   */
  readonly cache: 'forever' | 'visible' | 'ask' | 'shared'
  readonly content: { readonly plain: Buffer; readonly brotli?: Buffer } | Source
  /** For what people uploaded: the browser shows it, and may neither run nor load anything for it. */
  readonly confined?: true
  /** What the file is called when it is saved; `download` asks the browser to do so at once. */
  readonly file?: { readonly name: string; readonly download: boolean }
}

/** One content in several forms, best first: the first that the caller names in Accept goes out, or else the last. */
export interface Forms {
  readonly forms: readonly { readonly type: string; finish(): Finished | Promise<Finished> }[]
}

const cacheControl: Record<Finished['cache'], string> = {
  forever: 'public, max-age=31536000, immutable',
  visible: 'public, max-age=31536000, s-maxage=300, immutable',
  ask: 'private, no-cache',
  shared: 'public, no-cache',
}

export async function sendFinished(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Finished | Forms,
): Promise<FastifyReply> {
  const finished = 'forms' in answer ? await chosenForm(request, answer) : answer
  const { name, type, content } = finished
  const isSource = 'open' in content
  const varies = ['forms' in answer && 'accept', !isSource && 'accept-encoding'].filter(Boolean)
  if (varies.length > 0) reply.header('vary', varies.join(', '))
  // Weak where the same content goes out compressed and plain; strong where parts of it must fit together.
  const etag = isSource ? `"${name}"` : `W/"${name}"`
  reply.header('etag', etag).header('cache-control', cacheControl[finished.cache])
  if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send()

  reply.type(type).serializer((bytes: unknown) => bytes as string)
  if (finished.confined) {
    reply.header('content-disposition', 'inline').header('content-security-policy', "default-src 'none'; sandbox")
  }
  if (finished.file) reply.header('content-disposition', disposition(finished.file))
  if (isSource) return sendPart(request, reply, content, etag)

  const takesBrotli = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))
  return takesBrotli && content.brotli
    ? reply.header('content-encoding', 'br').send(content.brotli)
    : reply.send(content.plain)
}

/** With letters that every browser understands, and with all of them. */
function disposition({ name, download }: NonNullable<Finished['file']>): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w .,()'-]/g, '-')
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${download ? 'attachment' : 'inline'}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

function chosenForm({ headers }: FastifyRequest, { forms }: Forms): Finished | Promise<Finished> {
  const named = (headers.accept ?? '').split(',').flatMap((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : [type]
  })
  const form = forms.find(({ type }) => named.includes(type)) ?? forms.at(-1)
  if (!form) throw new Error('there is no form to choose from')
  return form.finish()
}

/** A proxy that compresses on its own makes a strong name weak. */
const isKnown = (names: string | undefined, etag: string) =>
  names !== undefined && (names.trim() === '*' || names.includes(etag.replace('W/', '')))

/** Players on phones ask for a few bytes first, and refuse to seek unless they get exactly those. */
async function sendPart(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  source: Source,
  etag: string,
): Promise<FastifyReply> {
  reply.header('accept-ranges', 'bytes')
  // A caller whose other parts are of an earlier content (If-Range) gets all of it.
  const range = (headers['if-range'] ?? etag) === etag ? headers.range : undefined
  if (range === undefined) return reply.header('content-length', source.size).send(await source.open())

  const part = partOf(range, source.size)
  if (part === 'all') return reply.header('content-length', source.size).send(await source.open())
  if (part === 'none') return reply.status(416).header('content-range', `bytes */${source.size}`).send()

  return reply
    .status(206)
    .header('content-range', `bytes ${part.start}-${part.end}/${source.size}`)
    .header('content-length', part.end - part.start + 1)
    .send(await source.open(part))
}

/** 'bytes=0-1', 'bytes=500-' or 'bytes=-200'; what is not understood is answered with everything. */
export function partOf(range: string, size: number): { start: number; end: number } | 'all' | 'none' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(range.trim())
  const [, from = '', to = ''] = match ?? []
  if (!match || (from === '' && to === '')) return 'all'
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start < size && start <= end ? { start, end } : 'none'
}
