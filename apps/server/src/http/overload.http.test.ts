// @module-tag sqlite

import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { api } from '@vitrine/contract'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { demoPassword } from '../../test/client.ts'
import { startTestServer } from '../../test/server.ts'
import { seconds } from '../base/clock.ts'
import { handleErrors } from './errors.ts'
import { rejectWhenOverloaded } from './overload.ts'

const credentials = { email: 'employee@example.org', password: demoPassword }

test('rejects requests over the limit with a Retry-After, except health checks', async () => {
  const maxConcurrentRequests = 2
  await using server = await startTestServer({}, { limits: { maxConcurrentRequests } })
  // Far more than the limit; each takes a while, because it hashes a password.
  const signIns = Array.from({ length: 40 }, () =>
    server.send(api.auth.signIn, { body: credentials }),
  )
  for (const health of await Promise.all([
    server.fetch('/api/health'),
    server.fetch('/api/health'),
    server.fetch('/api/health'),
  ]))
    expect(health.status).toBe(200)

  const answers = await Promise.all(signIns)
  const accepted = answers.filter(({ status }) => status === 200)
  const rejected = answers.filter(({ status }) => status === 503)
  expect(accepted.length).toBeGreaterThanOrEqual(maxConcurrentRequests)
  expect(rejected.length).toBeGreaterThan(0)
  expect(accepted.length + rejected.length).toBe(answers.length)

  expect(Number(rejected[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await rejected[0]?.json()).toMatchObject({
    statusCode: 503,
    message: expect.stringContaining('try again'),
  })
})

test('frees the slot of a request with any kind of answer', async () => {
  // Each request would be rejected if the one before still counted.
  await using server = await startTestServer({}, { limits: { maxConcurrentRequests: 1 } })
  const clerk = await server.signIn('employee')
  const list = await clerk.send(api.inventory.cars)
  await list.text()
  const etag = list.headers.get('etag') ?? ''
  const cases: [expectedStatus: number, send: () => Promise<Response>][] = [
    [404, () => clerk.fetch('/api/nope')],
    [404, () => clerk.fetch('/nope', { headers: { accept: 'text/html' } })],
    [
      400,
      () =>
        clerk.fetch('/api/auth/', {
          method: 'POST',
          body: '{',
          headers: { 'content-type': 'application/json' },
        }),
    ],
    [401, () => server.send(api.users.list)],
    [403, () => clerk.send(api.users.list)],
    [500, () => clerk.send(api.diagnostics.testError)],
    [304, () => clerk.fetch('/api/inventory/cars', { headers: { 'if-none-match': etag } })],
    [200, () => clerk.fetch('/login', { method: 'HEAD' })],
  ]
  for (const [expectedStatus, send] of cases) {
    const answer = await send()
    await answer.text()
    expect(answer.status).toBe(expectedStatus)
  }
})

test('does not count a request while its body arrives', async () => {
  await using server = await startTestServer({}, { limits: { maxConcurrentRequests: 1 } })
  const body = JSON.stringify(credentials)
  const [firstPart, remainder] = [body.slice(0, 10), body.slice(10)]
  const startSignIn = () => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const signIn = request(`${server.url}/api/auth/`, { method: 'POST', headers })
    signIn.write(firstPart)
    return signIn
  }

  const slow = startSignIn()
  const answered = once(slow, 'response') as Promise<[IncomingMessage]>
  const broken = startSignIn().on('error', () => undefined)
  // By then both requests have arrived.
  await setTimeout(200)
  broken.destroy()
  for (let count = 0; count < 5; count++)
    expect((await server.fetch('/api/settings')).status).toBe(200)

  slow.end(remainder)
  const [response] = await answered
  expect(response.statusCode).toBe(200)
})

test('rejects requests while the event loop is delayed, except health checks', async () => {
  let delayMs = seconds(2)
  await using app = fastify()
  handleErrors(app)
  rejectWhenOverloaded(app, { maxConcurrent: 1000, delay: () => delayMs })
  for (const path of ['/api/health', '/api/other']) app.get(path, () => ({}))
  expect((await app.inject('/api/health')).statusCode).toBe(200)
  expect((await app.inject('/api/other')).statusCode).toBe(503)
  delayMs = 100
  expect((await app.inject('/api/other')).statusCode).toBe(200)
})
