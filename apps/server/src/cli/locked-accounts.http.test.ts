// @module-tag sqlite

import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { demoPassword } from '../../test/client.ts'
import { runOperatorCommand } from '../../test/command.ts'
import { startTestServer } from '../../test/server.ts'

const email = 'employee@example.org'

/** Finds the account in the output of the command. */
const findLine = (text: string) => text.split('\n').find((line) => line.startsWith(email))

test('rejects a locked account until it is unlocked', async () => {
  await using server = await startTestServer()
  const runUsers = (...args: string[]) => runOperatorCommand(['users', ...args], server.variables)
  const clerk = await server.signIn('employee')
  const signIn = () => server.send(api.auth.signIn, { body: { email, password: demoPassword } })

  // The columns role, last sign-in and second step.
  expect(findLine((await runUsers()).text)).toMatch(/employee +\S+ +no$/)

  // The command ignores the case of the address.
  const locked = await runUsers('--lock', 'Employee@example.org')
  expect(findLine(locked.text)).toMatch(/LOCKED$/)
  expect((await clerk.send(api.inventory.cars)).status).toBe(401)
  const refused = await signIn()
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({
    message: expect.stringContaining('This account is locked.'),
  })

  const unlocked = await runUsers('--unlock', email)
  expect(findLine(unlocked.text)).not.toContain('LOCKED')
  expect((await signIn()).status).toBe(200)

  const root = await server.signIn('root')
  const { entries } = await root.call(api.audit.list)
  expect(entries.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['user-locked', 'user-unlocked']),
  )
})

test('rejects an unknown address, and both options together', async () => {
  await using server = await startTestServer()
  const runUsers = (...args: string[]) => runOperatorCommand(['users', ...args], server.variables)
  expect(await runUsers('--lock', 'nobody@example.org')).toEqual({
    code: 1,
    text: expect.stringContaining('There is no user with the address nobody@example.org.'),
  })
  const both = await runUsers('--lock', 'a@example.org', '--unlock', 'b@example.org')
  expect(both.code).toBe(1)
})
