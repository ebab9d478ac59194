import type { FastifyReply } from 'fastify'

/** Aborted when the connection ends before the answer is out. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}
