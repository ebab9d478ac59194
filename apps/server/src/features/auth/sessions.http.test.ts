import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { Client } from '../../../test/client.ts'
import { startTestServer } from '../../../test/server.ts'
import { days } from '../../base/clock.ts'

// @module-tag sqlite

const wrong = { email: 'root@example.org', password: 'wrong' }

test('returns token, e-mail and role, whatever the case of the address', async () => {
  await using server = await startTestServer()
  const info = await server.call(api.auth.signIn, {
    body: { email: ' Root@Example.ORG ', password: 'vitrine-demo' },
  })
  expect(info).toEqual({
    token: expect.any(String),
    user: { email: 'root@example.org', role: 'root' },
  })
})

test('gives the same answer for every failed sign-in', async () => {
  await using server = await startTestServer()
  const attempts = [
    wrong,
    { email: 'nobody@example.org', password: 'x' },
    { email: 'regula.staempfli@example.org', password: '' },
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
    body: { email: 'root@example.org', password: 'vitrine-demo' },
  })
  const rows = await server.inDatabase((db) => db.selectFrom('session').selectAll().execute())
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('accepts concurrent sign-ins of many users', async () => {
  await using server = await startTestServer()
  const clients = await Promise.all(
    Array.from({ length: 12 }, () => server.signInWithPassword('employee')),
  )
  expect(clients).toHaveLength(12)
})

test('ends only its own session on sign-out', async () => {
  await using server = await startTestServer()
  const [desk, phone] = [
    await server.signInWithPassword('root'),
    await server.signInWithPassword('root'),
  ]
  await desk.call(api.auth.signOut)
  await expect(desk.call(api.users.list)).rejects.toMatchObject({ status: 401 })
  await expect(phone.call(api.users.list)).resolves.toBeInstanceOf(Array)
})

test('ends a session after thirty days without use', async () => {
  await using server = await startTestServer()
  const client = await server.signInWithPassword('root')
  for (let week = 0; week < 6; week++) {
    server.clock.advance(days(7))
    await client.call(api.users.list)
  }
  server.clock.advance(days(31))
  await expect(client.call(api.users.list)).rejects.toMatchObject({ status: 401 })
})

test('ends other sessions when the password changes', async () => {
  await using server = await startTestServer()
  const [desk, phone] = [
    await server.signInWithPassword('admin'),
    await server.signInWithPassword('admin'),
  ]
  await desk.call(api.auth.changePassword, { body: { password: 'ein neues Passwort' } })
  await expect(desk.call(api.users.list)).resolves.toBeInstanceOf(Array)
  await expect(phone.call(api.users.list)).rejects.toMatchObject({ status: 401 })
  await expect(server.signInWithPassword('admin')).rejects.toMatchObject({ status: 401 })
  await expect(
    server.signInWithPassword({ email: 'admin@example.org', password: 'ein neues Passwort' }),
  ).resolves.toBeInstanceOf(Client)
})

test('rejects a password of five characters with the reason', async () => {
  await using server = await startTestServer()
  const client = await server.signInWithPassword('employee')
  await expect(
    client.call(api.auth.changePassword, { body: { password: '12345' } }),
  ).rejects.toMatchObject({
    status: 400,
    body: { obj: { fields: { password: 'The new password must be at least 6 characters long.' } } },
  })
})
