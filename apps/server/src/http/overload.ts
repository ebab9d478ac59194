import { monitorEventLoopDelay } from 'node:perf_hooks'
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

/** The lowest mean event loop delay of the last three seconds: a single long pause is no overload. */
export function eventLoopDelay(app: FastifyInstance): () => number {
  const histogram = monitorEventLoopDelay({ resolution: 100 })
  let means = [0, 0, 0]
  histogram.enable()
  const timer = setInterval(() => {
    means = [...means.slice(1), histogram.count > 0 ? histogram.mean / 1e6 : 0]
    histogram.reset()
  }, seconds(1)).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    histogram.disable()
  })
  return () => Math.min(...means)
}
