import type { FastifyInstance } from 'fastify'

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
    if (!request.routeOptions.config.finished) return done()
    if (isTaken) return void waiting.push(done)
    takeTurn()
    done()
  })
}
