import { api } from '@vitrine/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Client } from '../../../test/client.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { days, hours } from '../../base/clock.ts'

// @module-tag sqlite

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(() => server.inDatabase((db) => db.deleteFrom('session').execute()))

async function signInWith(userAgent: string): Promise<Client> {
  const response = await server.fetch('/api/auth/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email: 'employee@example.org', password: 'vitrine-demo' }),
  })
  const { token } = (await response.json()) as { token: string }
  return new Client(server.url, { token })
}

test('lists the user’s sessions, and ends one of them', async () => {
  const phone = await signInWith('')
  server.clock.advance(hours(3))
  const desk = await signInWith(firefox)
  await server.signInWithPassword('admin')

  const [here, there, ...rest] = await desk.call(api.auth.sessions)
  expect(rest).toEqual([])
  expect(here).toMatchObject({ browser: 'Firefox on Windows', current: true })
  expect(there).toMatchObject({ browser: '', current: false })
  expect(
    Date.parse(here?.startedAt ?? '') - Date.parse(there?.startedAt ?? ''),
  ).toBeGreaterThanOrEqual(hours(3))

  await desk.call(api.auth.endSession, { params: { id: there?.id ?? 0 } })
  await expect(phone.call(api.auth.sessions)).rejects.toMatchObject({ status: 401 })
  await expect(
    desk.call(api.auth.endSession, { params: { id: there?.id ?? 0 } }),
  ).rejects.toMatchObject({
    status: 404,
  })
  expect(await desk.call(api.auth.sessions)).toEqual([here])
})

test('ends other sessions of this account only', async () => {
  const [desk, phone, home] = [
    await server.signInWithPassword('employee'),
    await server.signInWithPassword('employee'),
    await server.signInWithPassword('employee'),
  ]
  const root = await server.signInWithPassword('root')
  expect(await desk.call(api.auth.endOtherSessions)).toEqual({ ended: 2 })
  for (const ended of [phone, home])
    await expect(ended.call(api.auth.sessions)).rejects.toMatchObject({ status: 401 })
  expect(await desk.call(api.auth.sessions)).toHaveLength(1)
  expect(await root.call(api.auth.sessions)).toHaveLength(1)
})

test('neither shows nor ends sessions of others, whatever the role', async () => {
  const [root, employee] = [
    await server.signInWithPassword('root'),
    await server.signInWithPassword('employee'),
  ]
  const [mine] = await employee.call(api.auth.sessions)
  expect(await root.call(api.auth.sessions)).not.toContainEqual(
    expect.objectContaining({ id: mine?.id }),
  )
  await expect(
    root.call(api.auth.endSession, { params: { id: mine?.id ?? 0 } }),
  ).rejects.toMatchObject({ status: 404 })
  expect(await employee.call(api.auth.sessions)).toEqual([mine])
})

test('lists no ended sessions and none unused for thirty days', async () => {
  await server.signInWithPassword('admin')
  const desk = await server.signInWithPassword('admin')
  await desk.call(api.auth.changePassword, { body: { password: 'ein neues Passwort' } })
  expect(await desk.call(api.auth.sessions)).toHaveLength(1)

  const employee = await server.signInWithPassword('employee')
  server.clock.advance(days(31))
  await expect(employee.call(api.auth.sessions)).rejects.toMatchObject({ status: 401 })
  const again = await server.signInWithPassword('employee')
  expect(await again.call(api.auth.sessions)).toHaveLength(1)
})

test('creates a new session at each sign-in, whatever token is sent', async () => {
  const planted = await server.signInWithPassword('employee')
  const mine = await planted.signInWithPassword('employee')
  const madeUp = await new Client(server.url, {
    token: 'chosen-by-somebody-else',
  }).signInWithPassword('employee')
  expect(new Set([planted.token, mine.token, madeUp.token, 'chosen-by-somebody-else']).size).toBe(4)
  await planted.call(api.auth.signOut)
  await expect(mine.call(api.auth.sessions)).resolves.toHaveLength(2)
})
