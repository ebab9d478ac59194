import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { seconds } from '../base/clock.ts'
import { busy } from '../base/failure.ts'

declare module 'fastify' {
  interface FastifyRequest {
    workedOn: boolean
  }
}

interface Limits {
  /** How many requests are worked on at the same time. */
  readonly most: number
  /** How late the event loop runs at present, in milliseconds. */
  readonly delay: () => number
}

export const healthPath = '/api/health'

// With waits like this nobody is served any more; those who are sent away make room for the others.
const longestDelay = seconds(1)

/**
 * Refuses, before anything is read or looked up, what would only wait. Waiting for a slow line is no work: neither what
 * is still on its way here nor what is being handed out is counted.
 */
export function refuseOverload(app: FastifyInstance, { most, delay }: Limits): void {
  let working = 0
  app.decorateRequest('workedOn', false)

  const begin = (request: FastifyRequest) => {
    if (!request.workedOn) working++
    request.workedOn = true
  }
  const rest = (request: FastifyRequest) => {
    if (request.workedOn) working--
    request.workedOn = false
  }

  app.addHook('onRequest', (request, _reply, done) => {
    const refused = (working >= most || delay() > longestDelay) && request.routeOptions.url !== healthPath
    if (!refused) begin(request)
    done(refused ? busy() : undefined)
  })
  app.addHook('preParsing', (request, _reply, body, done) => {
    rest(request)
    done(null, body)
  })
  app.addHook('preHandler', (request, _reply, done) => {
    begin(request)
    done()
  })
  app.addHook('onSend', (request, _reply, _body, done) => {
    rest(request)
    done()
  })
}

// After so many seconds without a request nothing is measured, and the process sleeps until the next one.
const measuredFor = 5

/** How late the event loop ran on average in the best of the last three seconds: one long pause is no overload. */
export function eventLoopDelay(app: FastifyInstance): () => number {
  const histogram = monitorEventLoopDelay({ resolution: 20 })
  let means = [0, 0, 0]
  let timer: NodeJS.Timeout | undefined
  let secondsLeft = 0

  const stop = () => {
    clearInterval(timer)
    timer = undefined
    histogram.disable()
    means = [0, 0, 0]
  }
  const measure = () => {
    means = [...means.slice(1), histogram.count > 0 ? histogram.mean / 1e6 : 0]
    histogram.reset()
    secondsLeft--
    if (secondsLeft <= 0) stop()
  }
  app.addHook('onClose', async () => stop())
  return () => {
    secondsLeft = measuredFor
    if (!timer) {
      histogram.reset()
      histogram.enable()
      timer = setInterval(measure, seconds(1)).unref()
    }
    return Math.min(...means)
  }
}
