import { createHash } from 'node:crypto'
import { type Call, idempotencyHeader } from '@vitrine/contract'
import type { FastifyRequest } from 'fastify'
import { Failure } from '../base/failure.ts'
import type { Attempt } from '../db/once.ts'

const headerName = idempotencyHeader.toLowerCase()

/** The idempotency key of a request; null where there is none, and for calls that are safe to retry. */
export function attemptOf({ method, path, creates }: Call, { headers, actor, body }: FastifyRequest): Attempt | null {
  const key = headers[headerName]
  if (!creates || !actor || key === undefined) return null
  if (typeof key !== 'string' || !/^[!-~]{1,100}$/.test(key))
    throw new Failure('invalid', `${idempotencyHeader} takes 1 to 100 letters, digits and signs, and no spaces.`)
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  return { userId: actor.userId, key, call: `${method} ${path}`, bodyHash }
}
