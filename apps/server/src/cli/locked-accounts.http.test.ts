// @module-tag sqlite

import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { demoPassword } from '../../test/client.ts'
import { runOperatorCommand } from '../../test/command.ts'
import { startTestServer } from '../../test/server.ts'

test('rejects a locked account until it is unlocked', async () => {
  await using server = await startTestServer()
  const email = 'employee@example.org'
  const users = (...args: string[]) => runOperatorCommand(['users', ...args], server.variables)
  const lineOf = (text: string) => text.split('\n').find((line) => line.startsWith(email))
  const clerk = await server.signIn('employee')
  const signIn = () => server.send(api.auth.signIn, { body: { email, password: demoPassword } })

  expect(lineOf((await users()).text)).toMatch(/employee +\S+ +no$/)
  const locked = await users('--lock', 'Employee@example.org')
  expect(lineOf(locked.text)).toMatch(/LOCKED$/)
  expect((await clerk.send(api.inventory.cars)).status).toBe(401)
  const refused = await signIn()
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({
    message: expect.stringContaining('This account is locked.'),
  })

  expect(lineOf((await users('--unlock', email)).text)).not.toContain('LOCKED')
  expect((await signIn()).status).toBe(200)
  const root = await server.signIn('root')
  const { entries } = await root.call(api.audit.list)
  expect(entries.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['user-locked', 'user-unlocked']),
  )
})

test('rejects an unknown address, and both options together', async () => {
  await using server = await startTestServer()
  const users = (...args: string[]) => runOperatorCommand(['users', ...args], server.variables)
  expect(await users('--lock', 'nobody@example.org')).toEqual({
    code: 1,
    text: expect.stringContaining('There is no user with the address nobody@example.org.'),
  })
  expect((await users('--lock', 'a@example.org', '--unlock', 'b@example.org')).code).toBe(1)
})
