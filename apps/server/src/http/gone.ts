import type { FastifyReply } from 'fastify'

/** Aborted when the connection ends before the answer is out. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const leave = () => {
    if (!raw.writableFinished) controller.abort()
  }
  // Perhaps while its session was looked up.
  if (raw.closed) leave()
  else raw.once('close', leave)
  return controller.signal
}
