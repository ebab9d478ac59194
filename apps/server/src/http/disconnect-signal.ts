import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../base/failure.ts'
import { clientOf } from '../base/networks.ts'
import type { Caller } from '../base/queue.ts'

/** Aborted when the connection closes before the answer has been sent. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const abort = () => {
    if (!raw.writableFinished) controller.abort(new Failure('cancelled', 'The request was cancelled.'))
  }
  // It may have closed while the session was looked up.
  if (raw.closed) abort()
  else raw.once('close', abort)
  return controller.signal
}

export const callerOf = ({ ip }: FastifyRequest, reply: FastifyReply): Caller => ({
  client: clientOf(ip),
  signal: disconnectSignal(reply),
})
