import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import { anyone } from '@vitrine/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { seconds } from '../base/clock.ts'
import { Failure, overloaded, tooManyRequests } from '../base/failure.ts'
import { toClientNetwork } from '../base/networks.ts'

declare module 'fastify' {
  interface FastifyRequest {
    isActive: boolean
  }
  interface FastifyInstance {
    /** Bytes of answers on their way to anonymous clients, by client. */
    unsent?: Map<string, number>
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
    const rejected =
      (active >= maxConcurrent || delay() > maxDelayMs) && request.routeOptions.url !== healthPath
    if (!rejected) begin(request)
    done(rejected ? overloaded() : undefined)
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
export function createEventLoopDelayMeter(): () => number {
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

const bytesPerSecond = 5 * 1024

/** Aborts a request whose body arrives too slowly for this long: it would hold its connection and its slot for minutes. */
export function abortSlowBodies(app: FastifyInstance, timeoutMs: number): void {
  const fewest = (bytesPerSecond * timeoutMs) / 1000

  app.addHook('preParsing', ({ raw, headers }, reply, body, done) => {
    if (Number(headers['content-length']) > 0 || headers['transfer-encoding']) {
      let before = raw.socket.bytesRead
      const timer = setInterval(() => {
        // The body of an answered request is not read any more, and an error has no listener.
        if (reply.sent || raw.complete) return clearInterval(timer)
        const arrived = raw.socket.bytesRead - before
        before += arrived
        // With bytes that wait to be read, the server is the slow one.
        if (arrived >= fewest || raw.readableLength > 0) return
        reply.header('connection', 'close')
        // The reader of the body fails with it; `destroy` would take the connection along, before the answer is sent.
        raw.emit('error', tooSlow())
      }, timeoutMs)
      finished(raw, () => clearInterval(timer))
    }
    done(null, body)
  })
}

const tooSlow = () =>
  new Failure(
    'tooSlow',
    'What you sent arrived too slowly. Please check your connection and try again.',
  )

/**
 * Public requests start one by one, each in its own turn of the event loop: however many crawl,
 * staff wait for one of them and not for all.
 */
export function serveVisitorsInTurn(app: FastifyInstance): void {
  // No longer than the concurrency limit.
  const waiting: (() => void)[] = []
  let isTaken = false

  const takeTurn = () => {
    isTaken = true
    setImmediate(() => {
      isTaken = false
      const begin = waiting.shift()
      if (!begin) return
      takeTurn()
      begin()
    })
  }

  app.addHook('onRequest', (request, _reply, done) => {
    const { finished, access } = request.routeOptions.config
    if (!finished || access !== anyone) return done()
    if (isTaken) return void waiting.push(done)
    takeTurn()
    done()
  })
}

const maxUnsent = 16 * 1024 * 1024
/** The memory that a stream takes, whatever its length. */
export const streamMemoryBytes = 64 * 1024

/** Aborts an answer that its client does not read for a while, and counts the bytes on their way (`countUnsentBytes`). */
export function limitUnreadAnswers(app: FastifyInstance, stalledMs = seconds(20)): void {
  app.decorate('unsent', new Map())
  app.server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    response.setTimeout(stalledMs, () => {
      // With nothing to send, the answer is still being made. A reset also frees the kernel's buffer.
      if (socket.writableLength > 0) socket.resetAndDestroy()
    })
  })
}

/** Counts an anonymous answer until it is sent; rejects it while the client leaves too many others unread. */
export function countUnsentBytes(
  { actor, ip, server: { unsent } }: FastifyRequest,
  { raw }: FastifyReply,
  bytes: number,
): void {
  if (actor || !unsent) return
  const client = toClientNetwork(ip)
  const before = unsent.get(client) ?? 0
  if (before > 0 && before + bytes > maxUnsent) throw tooManyRequests()
  unsent.set(client, before + bytes)
  raw.once('close', () => {
    const left = (unsent.get(client) ?? 0) - bytes
    if (left > 0) unsent.set(client, left)
    else unsent.delete(client)
  })
}
