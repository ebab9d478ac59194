import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RangedContent } from './finished.ts'

/**
 * Answers a range request. Players on phones ask for a few bytes first, and refuse to seek unless
 * they get exactly those.
 */
export async function sendRange(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  content: RangedContent,
  etag: string,
): Promise<FastifyReply> {
  const { size } = content
  reply.header('accept-ranges', 'bytes')
  // If-Range names an older version: send the whole content.
  const header = (headers['if-range'] ?? etag) === etag ? headers.range : undefined
  const range = header === undefined ? 'all' : parseRange(header, size)
  if (range === 'all') return reply.header('content-length', size).send(await content.open())
  if (range === 'none') return reply.status(416).header('content-range', `bytes */${size}`).send()

  return reply
    .status(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    .header('content-length', range.end - range.start + 1)
    .send(await content.open(range))
}

/**
 * Parses 'bytes=0-1', 'bytes=500-' or 'bytes=-200'; any other form gets the whole content. 'none' if
 * the range contains no byte of it.
 */
export function parseRange(
  header: string,
  size: number,
): { start: number; end: number } | 'all' | 'none' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim())
  const [, from = '', to = ''] = match ?? []
  if (!match || (from === '' && to === '')) return 'all'

  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start < size && start <= end ? { start, end } : 'none'
}
