import { randomBytes } from 'node:crypto'
import { api, type Role, type SecondStepNeeded } from '@vitrine/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CallError, Client } from '../../../test/client.ts'
import { runOperatorCommand } from '../../../test/command.ts'
import { dumpDatabase } from '../../../test/dump.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { hours, minutes, seconds } from '../../base/clock.ts'
import { computeTotpCode, decodeBase32, getTimeStep } from './totp.ts'

// @module-tag postgres-with-all

const password = 'vitrine-demo'
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ SECOND_STEP_KEY: randomBytes(32).toString('base64') })
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(async () => {
  // Moves to a new time step, past the rate limits of the last test.
  server.clock.advance(hours(2))
  await server.inDatabase(async (db) => {
    for (const table of ['authenticator', 'recovery_code', 'sign_in_ticket'] as const) {
      await db.deleteFrom(table).execute()
    }
  })
})

const generateCode = (secret: string, later = 0) =>
  computeTotpCode(decodeBase32(secret), getTimeStep(server.clock.now()) + later)

/** Returns a client that has just switched on codes, which used the code of the current step. */
async function withCodes(
  role: Role,
): Promise<{ client: Client; secret: string; recoveryCodes: string[] }> {
  const client = await server.signInWithPassword(role)
  const { secret } = await client.call(api.secondStep.offerCode)
  const { recoveryCodes } = await client.call(api.secondStep.confirmCode, {
    body: { code: generateCode(secret) },
  })
  server.clock.advance(seconds(60))
  return { client, secret, recoveryCodes: recoveryCodes ?? [] }
}

async function ticketFor(role: Role, client: Client = server): Promise<SecondStepNeeded> {
  const refused: CallError = await client.signInWithPassword(role).then(
    () => expect.fail('nothing more was asked for'),
    (error) => error,
  )
  expect(refused).toMatchObject({ status: 401, body: { message: 'secondstep' } })
  return refused.body.obj as SecondStepNeeded
}

test('asks for a code at sign-in once the second step is on', async () => {
  const client = await server.signInWithPassword('employee')
  const { secret, uri, qr } = await client.call(api.secondStep.offerCode)
  expect(uri).toBe(
    `otpauth://totp/Vitrine%3Aemployee%40example.org?secret=${secret}&issuer=Vitrine`,
  )
  expect(qr.path).toMatch(/^M0 0h7/)
  // An unconfirmed app does not lock the account.
  await server.signInWithPassword('employee')
  await expect(
    client.call(api.secondStep.confirmCode, { body: { code: '12 34' } }),
  ).rejects.toMatchObject({
    status: 400,
    body: { obj: { fields: { code: expect.any(String) } } },
  })
  expect(await client.call(api.secondStep.state)).toEqual({
    code: false,
    passkeys: [],
    recoveryCodesLeft: 0,
  })

  const typed = generateCode(secret).replace(/^.../, '$& ')
  const { recoveryCodes } = await client.call(api.secondStep.confirmCode, { body: { code: typed } })
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(await client.call(api.secondStep.state)).toEqual({
    code: true,
    passkeys: [],
    recoveryCodesLeft: 10,
  })
  await expect(client.call(api.secondStep.offerCode)).rejects.toMatchObject({ status: 409 })

  server.clock.advance(seconds(60))
  const { ticket, methods, passkey } = await ticketFor('employee')
  expect([methods, passkey]).toEqual([['code', 'recovery'], null])
  const info = await server.call(api.secondStep.signIn, {
    body: { ticket, code: generateCode(secret) },
  })
  expect(info).toEqual({
    token: expect.any(String),
    user: { email: 'employee@example.org', role: 'employee' },
  })

  const stored = JSON.stringify(await server.inDatabase((db) => dumpDatabase(db)))
  for (const hidden of [secret, ticket, ...(recoveryCodes ?? [])])
    expect(stored).not.toContain(hidden)
})

test('accepts a code and a ticket once, even from concurrent requests', async () => {
  const { secret } = await withCodes('employee')
  const tickets = await Promise.all(Array.from({ length: 4 }, () => ticketFor('employee')))
  const code = generateCode(secret)
  const answers = await Promise.all(
    tickets.map(({ ticket }) => server.send(api.secondStep.signIn, { body: { ticket, code } })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])

  server.clock.advance(minutes(2))
  const { ticket } = await ticketFor('employee')
  await server.call(api.secondStep.signIn, { body: { ticket, code: generateCode(secret) } })
  server.clock.advance(seconds(60))
  await expect(
    server.call(api.secondStep.signIn, { body: { ticket, code: generateCode(secret) } }),
  ).rejects.toMatchObject({
    status: 401,
    body: { obj: { ticket: 'ended' } },
  })
})

test('ends a ticket after five minutes or with a new password', async () => {
  const { client, secret } = await withCodes('admin')
  const late = await ticketFor('admin')
  server.clock.advance(minutes(5) + seconds(1))
  const ended = { status: 401, body: { obj: { ticket: 'ended' } } }
  const answer = ({ ticket }: SecondStepNeeded) =>
    server.call(api.secondStep.signIn, { body: { ticket, code: generateCode(secret) } })
  await expect(answer(late)).rejects.toMatchObject(ended)

  const overtaken = await ticketFor('admin')
  await client.call(api.auth.changePassword, { body: { password } })
  await expect(answer(overtaken)).rejects.toMatchObject(ended)

  const { ticket } = await ticketFor('admin')
  const response = await server.fetch('/api/user/second-step', {
    headers: { authorization: `Bearer ${ticket}` },
  })
  expect(response.status).toBe(401)
})

test('accepts a recovery code once, in any spelling', async () => {
  const { recoveryCodes } = await withCodes('employee')
  const [first = ''] = recoveryCodes
  const attempt = async (recoveryCode: string) => {
    const { ticket } = await ticketFor('employee')
    return server.send(api.secondStep.signIn, { body: { ticket, recoveryCode } })
  }
  expect(
    (await attempt(` ${first.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O')}`)).status,
  ).toBe(200)
  expect((await attempt(first)).status).toBe(401)
  expect((await attempt('0000-0000-0000-0000')).status).toBe(401)
  const client = await attempt(recoveryCodes[1] ?? '')
  expect(client.status).toBe(200)
})

test('allows five guesses per ticket, which count like wrong passwords', async () => {
  const { secret } = await withCodes('root')
  const { ticket } = await ticketFor('root')
  const guesses = await Promise.all(
    Array.from({ length: 20 }, (_, guess) =>
      server
        .from(`192.0.2.${guess}`)
        .send(api.secondStep.signIn, { body: { ticket, code: String(guess).padStart(6, 'x') } }),
    ),
  )
  const bodies = await Promise.all(
    guesses.map((guess) => guess.json() as Promise<{ message: string }>),
  )
  expect(
    bodies.filter(({ message }) => message === 'That was not accepted. Please try again.').length,
  ).toBeLessThanOrEqual(5)
  // After five wrong codes, a wrong password is one failure too many, whatever the address.
  const wrong = { email: 'root@example.org', password: 'wrong' }
  expect((await server.from('192.0.2.77').send(api.auth.signIn, { body: wrong })).status).toBe(429)

  server.clock.advance(seconds(61))
  const next = await ticketFor('root')
  await expect(
    server.call(api.secondStep.signIn, {
      body: { ticket: next.ticket, code: generateCode(secret) },
    }),
  ).resolves.toMatchObject({ user: { role: 'root' } })
})

test('locks codes, but not recovery codes, for an hour after ten wrong codes', async () => {
  const { secret, recoveryCodes } = await withCodes('employee')
  for (let wrong = 0; wrong < 10; wrong++) {
    if (wrong % 5 === 0) server.clock.advance(seconds(61))
    const { ticket } = await ticketFor('employee', server.from(`192.0.2.${wrong}`))
    const body = { ticket, code: 'wrong' }
    expect(
      (await server.from(`192.0.2.${wrong}`).send(api.secondStep.signIn, { body })).status,
    ).toBe(401)
  }
  server.clock.advance(minutes(2))
  const { ticket } = await ticketFor('employee')
  await expect(
    server.call(api.secondStep.signIn, { body: { ticket, code: generateCode(secret) } }),
  ).rejects.toMatchObject({
    status: 429,
    body: { message: expect.stringContaining('a recovery code') },
  })
  const { ticket: other } = await ticketFor('employee')
  await server.call(api.secondStep.signIn, {
    body: { ticket: other, recoveryCode: recoveryCodes[0] ?? '' },
  })

  server.clock.advance(hours(1))
  const { ticket: later } = await ticketFor('employee')
  await server.call(api.secondStep.signIn, { body: { ticket: later, code: generateCode(secret) } })
})

test('requires the password to switch off or to renew recovery codes', async () => {
  const { client, recoveryCodes } = await withCodes('employee')
  const wrong = { password: 'wrong' }
  await expect(client.call(api.secondStep.removeCode, { body: wrong })).rejects.toMatchObject({
    status: 400,
    body: { obj: { fields: { password: 'This password is wrong. Please try again.' } } },
  })
  const renewed = await client.call(api.secondStep.renewRecoveryCodes, { body: { password } })
  expect(renewed.recoveryCodes).toHaveLength(10)
  const { ticket } = await ticketFor('employee')
  const old = { ticket, recoveryCode: recoveryCodes[0] ?? '' }
  expect((await server.send(api.secondStep.signIn, { body: old })).status).toBe(401)
  for (let attempt = 2; attempt <= 5; attempt++) {
    expect((await client.send(api.secondStep.renewRecoveryCodes, { body: wrong })).status).toBe(400)
  }
  expect((await client.send(api.secondStep.removeCode, { body: { password } })).status).toBe(429)

  server.clock.advance(seconds(61))
  await client.call(api.secondStep.removeCode, { body: { password } })
  expect(await client.call(api.secondStep.state)).toEqual({
    code: false,
    passkeys: [],
    recoveryCodesLeft: 0,
  })
  await server.signInWithPassword('employee')
})

test('serializes concurrent requests for the same account', async () => {
  const client = await server.signInWithPassword('employee')
  const three = <T>(ask: () => Promise<T>) => Promise.all([ask(), ask(), ask()])
  await three(() => client.call(api.secondStep.offerPasskey))
  const offers = await three(() => client.call(api.secondStep.offerCode))
  const confirmed = await three(() =>
    // Only one of the three offers is valid.
    Promise.all(
      offers.map(({ secret }) =>
        client.send(api.secondStep.confirmCode, { body: { code: generateCode(secret) } }),
      ),
    ),
  )
  expect(confirmed.flat().filter(({ status }) => status === 200)).toHaveLength(1)
  await three(() => client.call(api.secondStep.renewRecoveryCodes, { body: { password } }))
  expect(await client.call(api.secondStep.state)).toMatchObject({
    code: true,
    recoveryCodesLeft: 10,
  })
})

test('lets managers reset the second step of others except roots', async () => {
  await withCodes('employee')
  const { client: root } = await withCodes('root')
  const admin = await server.signInWithPassword('admin')
  const findUserId = async (role: Role) =>
    (await admin.call(api.users.list)).find((user) => user.role === role)?.id ?? 0
  const [rootId, adminId] = [await findUserId('root'), await findUserId('admin')]
  const employeeId =
    (await admin.call(api.users.list)).find(({ email }) => email === 'employee@example.org')?.id ??
    0

  await expect(
    admin.call(api.secondStep.reset, { body: { userId: rootId } }),
  ).rejects.toMatchObject({ status: 403 })
  await expect(admin.call(api.secondStep.ofUser, { params: { id: rootId } })).rejects.toMatchObject(
    { status: 403 },
  )
  await expect(root.call(api.secondStep.reset, { body: { userId: rootId } })).rejects.toMatchObject(
    { status: 403 },
  )
  expect(await admin.call(api.secondStep.ofUser, { params: { id: adminId } })).toEqual({
    on: false,
  })
  expect(await admin.call(api.secondStep.ofUser, { params: { id: employeeId } })).toEqual({
    on: true,
  })
  await admin.call(api.secondStep.reset, { body: { userId: employeeId } })
  expect(await root.call(api.secondStep.ofUser, { params: { id: employeeId } })).toEqual({
    on: false,
  })
  await server.signInWithPassword('employee')

  const { entries } = await root.call(api.audit.list, { query: { kind: 'second-step-reset' } })
  expect(entries[0]).toMatchObject({
    by: { email: 'admin@example.org' },
    on: { email: 'employee@example.org' },
  })
})

test('still asks for the second step after a password reset by mail', async () => {
  const { client, secret } = await withCodes('employee')
  await client.call(api.auth.changePassword, { body: { password: 'ganz neu' } })
  const refused = await server.send(api.auth.signIn, {
    body: { email: 'employee@example.org', password: 'ganz neu' },
  })
  const { message, obj } = (await refused.json()) as { message: string; obj: SecondStepNeeded }
  expect(message).toBe('secondstep')
  await server.call(api.secondStep.signIn, {
    body: { ticket: obj.ticket, code: generateCode(secret) },
  })
  await client.call(api.auth.changePassword, { body: { password } })
})

test('lets the operator reset the second step of the last root', async () => {
  await withCodes('root')
  const reset = async (email: string) =>
    (await runOperatorCommand(['reset-second-step', '--email', email], server.variables)).code
  expect(await reset('nobody@example.org')).toBe(1)
  expect(await reset('Root@example.org')).toBe(0)
  const root = await server.signInWithPassword('root')
  const { entries } = await root.call(api.audit.list, { query: { kind: 'second-step-reset' } })
  expect(entries[0]).toMatchObject({
    by: { name: 'The operator' },
    on: { email: 'root@example.org' },
    address: '',
  })
})
