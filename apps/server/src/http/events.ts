import { Readable } from 'node:stream'
import { eventStreamType } from '@vitrine/contract'
import type { FastifyReply } from 'fastify'

/** One server-sent event: its name and what it tells. */
export interface ServerEvent {
  readonly event: string
  readonly data: unknown
}

/**
 * Sends events as they come. The first one is waited for: what fails before it is an ordinary error with its status.
 */
export async function sendEvents(reply: FastifyReply, events: AsyncIterable<ServerEvent>): Promise<FastifyReply> {
  const iterator = events[Symbol.asyncIterator]()
  const first = await iterator.next()

  async function* written(): AsyncGenerator<string> {
    try {
      yield ''
      for (let next = first; !next.done; next = await iterator.next()) yield frame(next.value)
    } finally {
      await iterator.return?.()
    }
  }
  const frames = written()
  // Begun before it is sent: whoever has left meanwhile never reads it, and what was not begun does not come to its end.
  await frames.next()
  return (
    reply
      .type(`${eventStreamType}; charset=utf-8`)
      .header('cache-control', 'no-store')
      // Otherwise nginx collects what should arrive as it is written.
      .header('x-accel-buffering', 'no')
      .serializer((bytes: unknown) => bytes as string)
      .send(Readable.from(frames))
  )
}

const frame = ({ event, data }: ServerEvent): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
