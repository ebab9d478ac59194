import type { FastifyInstance, FastifyRequest } from 'fastify'
import { seconds } from '../base/clock.ts'
import { busy } from '../base/failure.ts'

declare module 'fastify' {
  interface FastifyRequest {
    isActive: boolean
  }
}

interface Limits {
  /** The concurrency limit. */
  readonly maxConcurrent: number
  /** The current event loop delay in milliseconds. */
  readonly delay: () => number
}

export const healthPath = '/api/health'

// At such a delay every request times out; rejecting some lets the others through.
const maxDelayMs = seconds(1)

/**
 * Rejects a request over the concurrency limit before its body is read or anything is looked up. Slow clients do not count
 * as work: a request is not counted while its body is being received or its answer sent.
 */
export function rejectWhenOverloaded(app: FastifyInstance, { maxConcurrent, delay }: Limits): void {
  let active = 0
  app.decorateRequest('isActive', false)

  const begin = (request: FastifyRequest) => {
    if (!request.isActive) active++
    request.isActive = true
  }
  const end = (request: FastifyRequest) => {
    if (request.isActive) active--
    request.isActive = false
  }

  app.addHook('onRequest', (request, _reply, done) => {
    const rejected = (active >= maxConcurrent || delay() > maxDelayMs) && request.routeOptions.url !== healthPath
    if (!rejected) begin(request)
    done(rejected ? busy() : undefined)
  })
  app.addHook('preParsing', (request, _reply, body, done) => {
    end(request)
    done(null, body)
  })
  app.addHook('preHandler', (request, _reply, done) => {
    begin(request)
    done()
  })
  app.addHook('onSend', (request, _reply, _body, done) => {
    end(request)
    done()
  })
}

const intervalMs = seconds(1)
const staleMs = seconds(5)

/** The smallest delay of the last three timers, set while requests come: a single long pause is no overload. */
export function eventLoopDelay(): () => number {
  const none = [0, 0, 0]
  let delays = none
  let timerSetAt = Number.NEGATIVE_INFINITY
  let isSet = false

  function setTimer(now: number): void {
    if (now - timerSetAt > staleMs) delays = none
    timerSetAt = now
    isSet = true
    setTimeout(() => {
      isSet = false
      delays = [...delays.slice(1), performance.now() - now - intervalMs]
    }, intervalMs).unref()
  }

  return () => {
    if (!isSet) setTimer(performance.now())
    return Math.min(...delays)
  }
}
