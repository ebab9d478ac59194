import { api } from '@vitrine/contract'
import { expect } from 'vitest'
import { Client, demoPassword } from '../../../test/client.ts'
import { startTestServer, test } from '../../../test/server.ts'
import { days } from '../../base/clock.ts'

// @module-tag sqlite

const wrongCredentials = { email: 'root@example.org', password: 'wrong' }
const accountWithoutPassword = { email: 'regula.staempfli@example.org', password: '' }

test('returns token, e-mail and role, whatever the case of the address', async ({ server }) => {
  const info = await server.call(api.auth.signIn, {
    body: { email: ' Root@Example.ORG ', password: demoPassword },
  })
  expect(info).toEqual({
    token: expect.any(String),
    user: { email: 'root@example.org', role: 'root' },
  })
})

test('gives the same answer for every failed sign-in', async ({ server }) => {
  const attempts = [
    wrongCredentials,
    { email: 'nobody@example.org', password: 'x' },
    accountWithoutPassword,
  ]
  for (const body of attempts) {
    await expect(server.call(api.auth.signIn, { body })).rejects.toMatchObject({
      status: 401,
      body: { statusCode: 401, message: 'Login failed.' },
    })
  }
})

test('stores a hash instead of the session token', async () => {
  await using server = await startTestServer()
  const { token } = await server.call(api.auth.signIn, {
    body: { email: 'root@example.org', password: demoPassword },
  })
  const rows = await server.inDatabase((db) => db.selectFrom('session').selectAll().execute())
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('accepts concurrent sign-ins of an account', async ({ server }) => {
  const signIns = Array.from({ length: 12 }, () => server.signInWithPassword('employee'))
  const clients = await Promise.all(signIns)
  expect(new Set(clients.map(({ token }) => token)).size).toBe(signIns.length)
})

test('ends only its own session on sign-out', async ({ server }) => {
  const [desk, phone] = [await server.signIn('root'), await server.signIn('root')]
  await desk.call(api.auth.signOut)
  await expect(desk.call(api.users.list)).rejects.toMatchObject({ status: 401 })
  await expect(phone.call(api.users.list)).resolves.toBeInstanceOf(Array)
})

test('ends a session after thirty days without use', async () => {
  await using server = await startTestServer()
  const client = await server.signIn('root')
  // Each use extends the session: it lives longer than thirty days.
  for (let week = 0; week < 6; week++) {
    server.clock.advance(days(7))
    await client.call(api.users.list)
  }
  server.clock.advance(days(31))
  await expect(client.call(api.users.list)).rejects.toMatchObject({ status: 401 })
})

test('ends other sessions when the password changes', async () => {
  await using server = await startTestServer()
  const [desk, phone] = [await server.signIn('admin'), await server.signIn('admin')]
  const password = 'ein neues Passwort'
  await desk.call(api.auth.changePassword, { body: { password } })
  await expect(desk.call(api.users.list)).resolves.toBeInstanceOf(Array)
  await expect(phone.call(api.users.list)).rejects.toMatchObject({ status: 401 })
  await expect(server.signInWithPassword('admin')).rejects.toMatchObject({ status: 401 })
  await expect(
    server.signInWithPassword({ email: 'admin@example.org', password }),
  ).resolves.toBeInstanceOf(Client)
})

test('rejects a password of five characters with the reason', async ({ server }) => {
  const client = await server.signIn('employee')
  await expect(
    client.call(api.auth.changePassword, { body: { password: '12345' } }),
  ).rejects.toMatchObject({
    status: 400,
    body: { obj: { fields: { password: 'The new password must be at least 6 characters long.' } } },
  })
})
