import fastify from 'fastify'
import { expect, test } from 'vitest'
import { logRequests } from './request-log.ts'

test('logs the route of a request instead of its address, and marks deliberate failures', async () => {
  const lines: { readonly msg: string }[] = []
  await using app = fastify({
    logger: { stream: { write: (line: string) => lines.push(JSON.parse(line)) } },
  })
  app.decorateRequest('actor', null)
  logRequests(app)
  app.get('/set-password/:token', () => 'ok')
  app.get('/test-error', { config: { test: true } }, (_request, reply) => reply.status(500).send())

  await app.inject('/set-password/secret')
  await app.inject('/test-error')

  // Fastify's own lines are turned off in the server.
  const ownLines = lines.filter(({ msg }) => msg === 'request')
  expect(ownLines).toEqual([
    expect.objectContaining({ route: '/set-password/:token', status: 200 }),
    expect.objectContaining({ route: '/test-error', status: 500, test: true }),
  ])
  expect(JSON.stringify(ownLines)).not.toContain('secret')
})
