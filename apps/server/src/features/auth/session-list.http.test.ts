import { api } from '@vitrine/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Client, demoPassword } from '../../../test/client.ts'
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

async function signInWithBrowser(userAgent: string): Promise<Client> {
  const response = await server.fetch('/api/auth/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email: 'employee@example.org', password: demoPassword }),
  })
  const { token } = (await response.json()) as { token: string }
  return new Client(server.url, { token })
}

test('lists the user’s sessions, and ends one of them', async () => {
  const phone = await signInWithBrowser('')
  server.clock.advance(hours(3))
  const desk = await signInWithBrowser(firefox)
  await server.signInWithPassword('admin')

  // The latest session comes first.
  const [deskSession, phoneSession, ...furtherSessions] = await desk.call(api.auth.sessions)
  expect(furtherSessions).toEqual([])
  expect(deskSession).toMatchObject({ browser: 'Firefox on Windows', current: true })
  expect(phoneSession).toMatchObject({ browser: '', current: false })
  const differenceMs =
    Date.parse(deskSession?.startedAt ?? '') - Date.parse(phoneSession?.startedAt ?? '')
  expect(differenceMs).toBeGreaterThanOrEqual(hours(3))

  const params = { id: phoneSession?.id ?? expect.fail() }
  await desk.call(api.auth.endSession, { params })
  await expect(phone.call(api.auth.sessions)).rejects.toMatchObject({ status: 401 })
  await expect(desk.call(api.auth.endSession, { params })).rejects.toMatchObject({ status: 404 })
  expect(await desk.call(api.auth.sessions)).toEqual([deskSession])
})

test('ends the other sessions of an account, but none of other accounts', async () => {
  const [desk, phone, home] = [
    await server.signIn('employee'),
    await server.signIn('employee'),
    await server.signIn('employee'),
  ]
  const root = await server.signIn('root')
  expect(await desk.call(api.auth.endOtherSessions)).toEqual({ ended: 2 })
  for (const endedClient of [phone, home])
    await expect(endedClient.call(api.auth.sessions)).rejects.toMatchObject({ status: 401 })
  expect(await desk.call(api.auth.sessions)).toHaveLength(1)
  expect(await root.call(api.auth.sessions)).toHaveLength(1)
})

test('neither shows nor ends sessions of others, whatever the role', async () => {
  const [root, employee] = [await server.signIn('root'), await server.signIn('employee')]
  const [session] = await employee.call(api.auth.sessions)
  const id = session?.id ?? expect.fail()
  expect(await root.call(api.auth.sessions)).not.toContainEqual(expect.objectContaining({ id }))
  await expect(root.call(api.auth.endSession, { params: { id } })).rejects.toMatchObject({
    status: 404,
  })
  expect(await employee.call(api.auth.sessions)).toEqual([session])
})

test('lists no ended sessions and none unused for thirty days', async () => {
  await server.signIn('admin')
  const desk = await server.signIn('admin')
  await desk.call(api.auth.changePassword, { body: { password: 'ein neues Passwort' } })
  expect(await desk.call(api.auth.sessions)).toHaveLength(1)

  const employee = await server.signIn('employee')
  server.clock.advance(days(31))
  await expect(employee.call(api.auth.sessions)).rejects.toMatchObject({ status: 401 })
  const laterEmployee = await server.signIn('employee')
  expect(await laterEmployee.call(api.auth.sessions)).toHaveLength(1)
})

test('creates a new session at each sign-in, whatever token is sent', async () => {
  const plantedToken = 'chosen-by-somebody-else'
  const first = await server.signInWithPassword('employee')
  const withFirstToken = await first.signInWithPassword('employee')
  const withPlantedToken = await new Client(server.url, {
    token: plantedToken,
  }).signInWithPassword('employee')
  const tokens = [first.token, withFirstToken.token, withPlantedToken.token, plantedToken]
  expect(new Set(tokens).size).toBe(tokens.length)
  await first.call(api.auth.signOut)
  await expect(withFirstToken.call(api.auth.sessions)).resolves.toHaveLength(2)
})
