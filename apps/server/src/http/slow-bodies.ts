import { finished } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../base/failure.ts'

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
  new Failure('tooSlow', 'What you sent arrived too slowly. Please check your connection and try again.')
