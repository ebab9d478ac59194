import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import { anyone } from '@vitrine/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { seconds } from '../base/clock.ts'
import { Failure, overloaded, rateLimited } from '../base/failure.ts'
import { toClientNetwork } from '../base/networks.ts'

declare module 'fastify' {
  interface FastifyRequest {
    isActive: boolean
  }
  interface FastifyInstance {
    /** Bytes of unread answers to anonymous clients, by client. */
    unsentBytes?: Map<string, number>
  }
}

interface Limits {
  /** The concurrency limit. */
  readonly maxConcurrent: number
  /** The current event loop delay in milliseconds. */
  readonly delay: () => number
}

export const healthPath = '/api/health'

// At such a delay every request would time out; rejecting some lets the others through.
const maxDelayMs = seconds(1)

/**
 * Rejects a request over the concurrency limit before its body is read or anything is looked up. A
 * request is not counted while its body is received or its answer sent, so slow clients take no
 * slots.
 */
export function rejectWhenOverloaded(app: FastifyInstance, { maxConcurrent, delay }: Limits): void {
  let activeCount = 0
  app.decorateRequest('isActive', false)

  const markActive = (request: FastifyRequest) => {
    if (!request.isActive) activeCount++
    request.isActive = true
  }
  const markInactive = (request: FastifyRequest) => {
    if (request.isActive) activeCount--
    request.isActive = false
  }

  app.addHook('onRequest', (request, _reply, done) => {
    const isRejected =
      (activeCount >= maxConcurrent || delay() > maxDelayMs) &&
      request.routeOptions.url !== healthPath
    if (!isRejected) markActive(request)
    done(isRejected ? overloaded() : undefined)
  })
  app.addHook('preParsing', (request, _reply, body, done) => {
    markInactive(request)
    done(null, body)
  })
  app.addHook('preHandler', (request, _reply, done) => {
    markActive(request)
    done()
  })
  app.addHook('onSend', (request, _reply, _body, done) => {
    markInactive(request)
    done()
  })
}

const measuringIntervalMs = seconds(1)
// After such a pause, earlier delays no longer count.
const staleMs = seconds(5)

/**
 * Measures the smallest delay of the last three timers, which are set while requests come: a single
 * long pause is no overload.
 */
export function createEventLoopDelayMeter(): () => number {
  const noDelays = [0, 0, 0]
  let delays = noDelays
  let timerSetAt = Number.NEGATIVE_INFINITY
  let isTimerSet = false

  function setTimer(now: number): void {
    if (now - timerSetAt > staleMs) delays = noDelays
    timerSetAt = now
    isTimerSet = true
    setTimeout(() => {
      isTimerSet = false
      delays = [...delays.slice(1), performance.now() - now - measuringIntervalMs]
    }, measuringIntervalMs).unref()
  }

  return () => {
    if (!isTimerSet) setTimer(performance.now())
    return Math.min(...delays)
  }
}

const minBytesPerSecond = 5 * 1024

/**
 * Aborts a request whose body arrives more slowly than the minimum for this long: it would hold its
 * connection for minutes.
 */
export function abortSlowBodies(app: FastifyInstance, timeoutMs: number): void {
  const minBytes = (minBytesPerSecond * timeoutMs) / 1000

  app.addHook('preParsing', ({ raw, headers }, reply, body, done) => {
    if (Number(headers['content-length']) > 0 || headers['transfer-encoding']) {
      let bytesBefore = raw.socket.bytesRead
      const timer = setInterval(() => {
        // The body of an answered request is no longer read, and an error would have no listener.
        if (reply.sent || raw.complete) return clearInterval(timer)
        const arrivedBytes = raw.socket.bytesRead - bytesBefore
        bytesBefore += arrivedBytes
        // If bytes wait to be read, it is the server that is slow.
        if (arrivedBytes >= minBytes || raw.readableLength > 0) return
        reply.header('connection', 'close')
        // Fails the reader of the body. `destroy` would close the connection before the answer is
        // sent.
        raw.emit('error', createTooSlowFailure())
      }, timeoutMs)
      finished(raw, () => clearInterval(timer))
    }
    done(null, body)
  })
}

const createTooSlowFailure = () =>
  new Failure(
    'tooSlow',
    'The request arrived too slowly. Please check your connection and try again.',
  )

/**
 * Starts public requests one by one, each in its own turn of the event loop: however many crawlers
 * there are, staff wait for one request and not for all.
 */
export function serveVisitorsInTurn(app: FastifyInstance): void {
  // Its length is bounded by the concurrency limit.
  const waiting: (() => void)[] = []
  let isTurnTaken = false

  const takeTurn = () => {
    isTurnTaken = true
    setImmediate(() => {
      isTurnTaken = false
      const startNext = waiting.shift()
      if (!startNext) return
      takeTurn()
      startNext()
    })
  }

  app.addHook('onRequest', (request, _reply, done) => {
    const { finished, access } = request.routeOptions.config
    if (!finished || access !== anyone) return done()
    if (isTurnTaken) return void waiting.push(done)
    takeTurn()
    done()
  })
}

// Per client.
const maxUnsentBytes = 16 * 1024 * 1024
/** Memory that a stream takes, whatever its length. */
export const streamMemoryBytes = 64 * 1024

/** Aborts an answer that its client does not read for a while, and enables `countUnsentBytes`. */
export function limitUnreadAnswers(app: FastifyInstance, stalledMs = seconds(20)): void {
  app.decorate('unsentBytes', new Map())
  app.server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    response.setTimeout(stalledMs, () => {
      // If there is nothing to send, the answer is still being rendered. A reset also frees the
      // kernel's buffer.
      if (socket.writableLength > 0) socket.resetAndDestroy()
    })
  })
}

/**
 * Counts an anonymous answer until it is sent; rejects it while too many of the client's answers
 * are unread.
 */
export function countUnsentBytes(
  { actor, ip, server: { unsentBytes } }: FastifyRequest,
  { raw }: FastifyReply,
  bytes: number,
): void {
  if (actor || !unsentBytes) return
  const client = toClientNetwork(ip)
  const bytesBefore = unsentBytes.get(client) ?? 0
  if (bytesBefore > 0 && bytesBefore + bytes > maxUnsentBytes) throw rateLimited()
  unsentBytes.set(client, bytesBefore + bytes)
  raw.once('close', () => {
    const remaining = (unsentBytes.get(client) ?? 0) - bytes
    if (remaining > 0) unsentBytes.set(client, remaining)
    else unsentBytes.delete(client)
  })
}
