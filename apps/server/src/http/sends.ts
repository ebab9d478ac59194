import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { seconds } from '../base/clock.ts'
import { tooMany } from '../base/failure.ts'
import { clientOf } from '../base/networks.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Bytes of answers on their way to anonymous clients, by client. */
    unsent?: Map<string, number>
  }
}

interface Limits {
  readonly stalledMs?: number
}

const maxUnsent = 16 * 1024 * 1024
/** The memory that a stream takes, whatever its length. */
export const streamBytes = 64 * 1024

/** Aborts an answer that its client does not read for a while, and counts the bytes on their way (`countSend`). */
export function limitSends(app: FastifyInstance, { stalledMs = seconds(20) }: Limits = {}): void {
  app.decorate('unsent', new Map())
  app.server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    response.setTimeout(stalledMs, () => {
      // With nothing to send, the answer is still being made. A reset also frees the kernel's buffer.
      if (socket.writableLength > 0) socket.resetAndDestroy()
    })
  })
}

/** Counts an anonymous answer until it is sent; rejects it while the client leaves too many others unread. */
export function countSend(
  { actor, ip, server: { unsent } }: FastifyRequest,
  { raw }: FastifyReply,
  bytes: number,
): void {
  if (actor || !unsent) return
  const client = clientOf(ip)
  const before = unsent.get(client) ?? 0
  if (before > 0 && before + bytes > maxUnsent) throw tooMany()
  unsent.set(client, before + bytes)
  raw.once('close', () => {
    const left = (unsent.get(client) ?? 0) - bytes
    if (left > 0) unsent.set(client, left)
    else unsent.delete(client)
  })
}
