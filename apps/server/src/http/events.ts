import { Readable } from 'node:stream'
import { eventStreamType } from '@vitrine/contract'
import type { FastifyReply } from 'fastify'

/** One server-sent event. */
export interface ServerEvent {
  readonly event: string
  readonly data: unknown
}

/**
 * Streams events as they come. The status is sent with the first one, so a failure before it is an ordinary error.
 */
export async function sendEvents(reply: FastifyReply, events: AsyncIterable<ServerEvent>): Promise<FastifyReply> {
  const iterator = events[Symbol.asyncIterator]()
  const first = await iterator.next()

  async function* encode(): AsyncGenerator<string> {
    try {
      yield ''
      for (let next = first; !next.done; next = await iterator.next()) yield frame(next.value)
    } finally {
      await iterator.return?.()
    }
  }
  const frames = encode()
  // Started here: if the client has disconnected, the stream is never read, and a generator that has not started skips its `finally`.
  await frames.next()
  return (
    reply
      .type(`${eventStreamType}; charset=utf-8`)
      .header('cache-control', 'no-store')
      // Disables buffering in nginx.
      .header('x-accel-buffering', 'no')
      .serializer((bytes: unknown) => bytes as string)
      .send(Readable.from(frames))
  )
}

const frame = ({ event, data }: ServerEvent): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
