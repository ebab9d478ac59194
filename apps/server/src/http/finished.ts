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
  /** 'forever' where the address names the content too; 'ask' where it has to be asked for again each time. */
  readonly cache: 'forever' | 'ask'
  readonly content: { readonly plain: Buffer; readonly brotli?: Buffer } | Source
}

const cacheControl = { forever: 'public, max-age=31536000, immutable', ask: 'private, no-cache' }

export async function sendFinished(
  request: FastifyRequest,
  reply: FastifyReply,
  finished: Finished,
): Promise<FastifyReply> {
  const { name, type, content } = finished
  // Weak, because the same content goes out compressed and plain.
  const etag = `W/"${name}"`
  reply.header('etag', etag).header('cache-control', cacheControl[finished.cache])
  if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send()

  reply.type(type).serializer((bytes: unknown) => bytes as string)
  if ('open' in content) return sendPart(request, reply, content)

  reply.header('vary', 'accept-encoding')
  const takesBrotli = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))
  return takesBrotli && content.brotli
    ? reply.header('content-encoding', 'br').send(content.brotli)
    : reply.send(content.plain)
}

/** Players on phones ask for a few bytes first, and refuse to seek unless they get exactly those. */
async function sendPart(request: FastifyRequest, reply: FastifyReply, source: Source): Promise<FastifyReply> {
  reply.header('accept-ranges', 'bytes')
  const range = request.headers.range
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
