// @module-tag sqlite

import { once } from 'node:events'
import { request } from 'node:http'
import { api } from '@vitrine/contract'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { seconds } from '../base/clock.ts'
import { handleErrors } from './errors.ts'
import { rejectWhenOverloaded } from './overload.ts'

const body = { email: 'employee@example.org', password: 'vitrine-demo' }

test('rejects requests over the limit at once, with a Retry-After', async () => {
  await using server = await startTestServer({}, { limits: { maxConcurrentRequests: 2 } })
  const rush = Array.from({ length: 40 }, () => server.send(api.auth.signIn, { body }))
  const health = await Promise.all(Array.from({ length: 5 }, () => server.fetch('/api/health')))
  const answers = await Promise.all(rush)
  expect(health.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2)
  expect([...new Set(answers.map(({ status }) => status))].toSorted()).toEqual([200, 503])

  const refused = answers.find(({ status }) => status === 503)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused?.json()).toMatchObject({
    statusCode: 503,
    message: expect.stringContaining('try again'),
  })
})

test('stops counting a request when it ends, however it ends', async () => {
  await using server = await startTestServer({}, { limits: { maxConcurrentRequests: 1 } })
  const clerk = await server.signIn('employee')
  const list = await clerk.send(api.inventory.cars)
  await list.text()
  const etag = list.headers.get('etag') ?? ''
  const cases: [number, () => Promise<Response>][] = [
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
  for (const [status, send] of cases) {
    const answer = await send()
    await answer.text()
    expect(answer.status).toBe(status)
  }
})

test('does not let a slow client block the others', async () => {
  await using server = await startTestServer({}, { limits: { maxConcurrentRequests: 1 } })
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'content-length': text.length }
  const slow = request(`${server.url}/api/auth/`, { method: 'POST', headers })
  const answered = once(slow, 'response')
  slow.write(text.slice(0, 10))
  const broken = request(`${server.url}/api/auth/`, { method: 'POST', headers }).on(
    'error',
    () => undefined,
  )
  broken.write(text.slice(0, 10))
  await new Promise((resolve) => setTimeout(resolve, 200))
  broken.destroy()
  for (let times = 0; times < 5; times++)
    expect((await server.fetch('/api/settings')).status).toBe(200)
  slow.end(text.slice(10))
  expect((await answered)[0].statusCode).toBe(200)
})

test('rejects requests while the event loop is delayed', async () => {
  let delay = seconds(2)
  await using app = fastify()
  handleErrors(app)
  rejectWhenOverloaded(app, { maxConcurrent: 1000, delay: () => delay })
  for (const path of ['/api/health', '/api/other']) app.get(path, () => ({}))
  expect((await app.inject('/api/health')).statusCode).toBe(200)
  expect((await app.inject('/api/other')).statusCode).toBe(503)
  delay = 100
  expect((await app.inject('/api/other')).statusCode).toBe(200)
})
