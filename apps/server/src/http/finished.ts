import { createHash, hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { yieldIfDue } from '../base/event-loop.ts'
import { acceptedEncoding, type Encoding } from './accept.ts'
import { compress } from './compression.ts'
import { countSend, streamBytes } from './overload.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** How many seconds a shared cache may answer by itself with public content. */
    publicMaxAge?: number
  }
}

export const setPublicMaxAge = (app: FastifyInstance, seconds: number): void =>
  void app.decorate('publicMaxAge', seconds)

/** Content of known size that supports range reads. */
interface Source {
  readonly size: number
  open(part?: { start: number; end: number }): Readable | Promise<Readable>
}

/** The same bytes, also compressed where that helps. */
interface Plain {
  readonly plain: Buffer
  readonly brotli?: Buffer
  readonly gzip?: Buffer
}

/** A precomputed answer: the server only negotiates encoding, range and revalidation. */
export interface Finished {
  readonly type: string
  /** The cache validator (ETag): it changes with the content. */
  readonly name: string
  /**
   * 'forever': the address contains the content's hash; 'ask': browsers revalidate each time; 'shared': the same, and
   * shared caches may keep it; 'visible': the address contains the hash, but the item may be withdrawn, so a shared cache
   * keeps it only briefly; 'briefly': browsers, too, because a setting decides what is at the address.
   */
  readonly cache: 'forever' | 'visible' | 'briefly' | 'ask' | 'shared'
  /** Of the content, as the header names it; `pinned` where the address asks for it. */
  readonly language?: { readonly lang: string; readonly pinned: boolean }
  /** The request headers by which its address has other answers, beside those for encoding and language. */
  readonly varyBy?: readonly string[]
  readonly content: Plain | Source | ((encoding: Encoding | undefined) => Promise<Plain | Source>)
  /** For uploads: sandboxed, so that the browser runs and loads nothing for them. */
  readonly confined?: true
  /** The file name for saving; `download` asks the browser to do so at once. */
  readonly file?: { readonly name: string; readonly download: boolean }
}

/** Bytes in memory: none for content that is read or made when it is sent. */
export const bytesIn = (content: Finished['content']): number =>
  'plain' in content ? content.plain.length + (content.brotli?.length ?? 0) + (content.gzip?.length ?? 0) : 0

/** One content in several media types, best first: the first one named in Accept is sent, otherwise the last. */
export interface Forms {
  readonly forms: readonly { readonly type: string; finish(): Finished | Promise<Finished> }[]
}

/** A cache revalidates while it still answers with the old version, so that a crowd never waits for the server. */
const revalidateSeconds = 30

const cacheControl: Record<Finished['cache'], (maxAge: number) => string> = {
  forever: () => 'public, max-age=31536000, immutable',
  visible: (maxAge) => `public, max-age=31536000, ${maxAge ? sharedFor(maxAge) : 's-maxage=300'}, immutable`,
  briefly: (maxAge) => `public, max-age=300${maxAge ? `, ${sharedFor(maxAge)}` : ''}`,
  ask: () => 'private, no-cache',
  // 'no-cache' would hold for the shared cache as well; browsers still ask each time.
  shared: (maxAge) => (maxAge ? `public, max-age=0, ${sharedFor(maxAge)}` : 'public, no-cache'),
}

const sharedFor = (maxAge: number) => `s-maxage=${maxAge}, stale-while-revalidate=${revalidateSeconds}`

export async function sendFinished(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Finished | Forms,
): Promise<FastifyReply> {
  const finished = 'forms' in answer ? await chosenForm(request, answer) : answer
  const { name, type, language } = finished
  const isSource = 'open' in finished.content
  // Weak where the same content is sent compressed and plain; strong where byte ranges must fit together.
  const etag = isSource ? `"${name}"` : `W/"${name}"`
  const isUnchanged = isKnown(request.headers['if-none-match'], etag)
  // Skipped on a 304; awaited before any header is set, so that a failure is a clean one.
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  const content =
    typeof finished.content === 'function' && !isUnchanged ? await finished.content(encoding) : finished.content
  const body =
    isUnchanged || typeof content === 'function' ? null : 'open' in content ? content : bodyIn(content, encoding)
  if (body) countSend(request, reply, 'open' in body ? streamBytes : body.bytes.length)
  const varies = [
    'forms' in answer && 'accept',
    ...(finished.varyBy ?? []),
    !isSource && 'accept-encoding',
    language && !language.pinned && 'accept-language, cookie',
  ].filter(Boolean)
  if (language) reply.header('content-language', language.lang)
  if (varies.length > 0) reply.header('vary', varies.join(', '))
  reply.header('etag', etag).header('cache-control', cacheControl[finished.cache](request.server.publicMaxAge ?? 0))
  if (!body) return reply.status(304).send()

  reply.type(type).serializer((bytes: unknown) => bytes as string)
  if (finished.confined) {
    reply.header('content-disposition', 'inline').header('content-security-policy', "default-src 'none'; sandbox")
  }
  if (finished.file) reply.header('content-disposition', disposition(finished.file))
  if ('open' in body) return sendPart(request, reply, body, etag)

  if (body.encoding) reply.header('content-encoding', body.encoding)
  return reply.send(body.bytes)
}

function bodyIn({ plain, brotli, gzip }: Plain, encoding: Encoding | undefined) {
  const compressed = encoding === 'br' ? brotli : encoding && gzip
  return compressed ? { bytes: compressed, encoding } : { bytes: plain }
}

/** An ASCII fallback and the full name in UTF-8 (RFC 6266). */
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

/** A proxy that compresses turns a strong ETag into a weak one. */
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
  // If-Range names an older version: send the whole content.
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

/** 'bytes=0-1', 'bytes=500-' or 'bytes=-200'; any other form gets the whole content. */
export function partOf(range: string, size: number): { start: number; end: number } | 'all' | 'none' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(range.trim())
  const [, from = '', to = ''] = match ?? []
  if (!match || (from === '' && to === '')) return 'all'
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start < size && start <= end ? { start, end } : 'none'
}

// Fast rather than small: such a text is often read once. A list of a hundred thousand items takes half a second instead of
// twenty, and is still compressed to a tenth.
const fastQuality = 5

/** A text for other programs that shared caches may keep, named by its content. */
export async function finishText(type: string, text: string): Promise<Finished> {
  const plain = Buffer.from(text)
  const name = createHash('sha256').update(plain).digest('base64url')
  return { type, name, cache: 'shared', content: compressedOnDemand(plain, fastQuality) }
}

/** A list for staff, named by its revision. */
export async function finishJson(name: string, content: unknown): Promise<Finished> {
  await yieldIfDue()
  const plain = Buffer.from(JSON.stringify(content))
  const brotli = await compress(plain, 'br', fastQuality)
  return { type: 'application/json; charset=utf-8', name, cache: 'ask', content: { plain, brotli } }
}

/** Compressed on the first request: the start does not wait for texts that may never be read. */
export function compressedOnDemand(plain: Buffer, quality?: number) {
  const made: Partial<Record<Encoding, Promise<Buffer>>> = {}
  return async (encoding: Encoding | undefined) => {
    if (!encoding) return { plain }
    made[encoding] ??= compress(plain, encoding, quality)
    const compressed = await made[encoding]
    return encoding === 'br' ? { plain, brotli: compressed } : { plain, gzip: compressed }
  }
}

const maxBytes = 24 * 1024 * 1024
const longKey = 8_000

/**
 * An LRU cache of promises: concurrent callers with the same cache key share one computation. Values with a size, in bytes,
 * are evicted before all of them together take much memory.
 */
export function promiseCache<T>(max: number, sizeOf: (value: T) => number = () => 0) {
  const cache = new LRUCache<string, Promise<T>>({ max, maxSize: maxBytes })

  return (facts: string, make: () => Promise<T>): Promise<T> => {
    const key = facts.length > longKey ? hash('sha256', facts) : facts
    const cached = cache.get(key)
    if (cached) return cached
    const promise = make()
    const keep = (size: number) => cache.set(key, promise, { size: 1 + 2 * key.length + size })
    keep(0)
    const drop = () => cache.peek(key) === promise && cache.delete(key)
    // A failure is not cached: the next caller retries.
    promise.then((value) => drop() && keep(sizeOf(value)), drop)
    return promise
  }
}

interface Compressed {
  readonly finished: Finished
  /** As text, and compressed for some. */
  readonly bytes: number
}

/** The same document is compressed once. */
const compressed = promiseCache<Compressed>(50, ({ bytes }) => bytes)

/** A document of linked data: as plain JSON where that is asked for by name, and linked data is not. */
export function linkedJson(document: { readonly '@context': string }): Forms {
  const linked = `application/ld+json;profile="${document['@context']}"`
  const text = JSON.stringify(document)
  const hash = createHash('sha256').update(text).digest('base64url')
  const made = () =>
    compressed(hash, async () => ({ finished: await finishText(linked, text), bytes: 2 * text.length }))
  const form = (asked: string, type: string) => ({
    type: asked,
    finish: async () => ({ ...(await made()).finished, type }),
  })
  const json = 'application/json'
  return { forms: [form('application/ld+json', linked), form(json, json), form(linked, linked)] }
}
