import { randomBytes } from 'node:crypto'
import { api, type Role, type SecondStepNeeded } from '@vitrine/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CallError, type Client, demoPassword } from '../../../test/client.ts'
import { runOperatorCommand } from '../../../test/command.ts'
import { dumpDatabase } from '../../../test/dump.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { hours, minutes, seconds } from '../../base/clock.ts'
import { computeTotpCode, decodeBase32, getTimeStep } from './totp.ts'

// @module-tag postgres-with-all

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

const recoveryCodeCount = 10
/** A time step takes thirty seconds; a code is also accepted in the step after its own. */
const twoTimeStepsMs = seconds(60)

/** Generates the code that an authenticator app shows now. */
const generateCode = (secret: string) =>
  computeTotpCode(decodeBase32(secret), getTimeStep(server.clock.now()))

/** Switches on codes for a demo account, and moves past the code that this uses. */
async function switchOnCodes(
  role: Role,
): Promise<{ client: Client; secret: string; recoveryCodes: string[] }> {
  const client = await server.signIn(role)
  const { secret } = await client.call(api.secondStep.offerCode)
  const { recoveryCodes } = await client.call(api.secondStep.confirmCode, {
    body: { code: generateCode(secret) },
  })
  server.clock.advance(twoTimeStepsMs)
  return { client, secret, recoveryCodes: recoveryCodes ?? [] }
}

/** Signs in with the password; returns the ticket for the second step. */
async function requestTicket(role: Role, client: Client = server): Promise<SecondStepNeeded> {
  const error: CallError = await client.signInWithPassword(role).then(
    () => expect.fail('no second step was required'),
    (error) => error,
  )
  expect(error).toMatchObject({ status: 401, body: { message: 'secondstep' } })
  return error.body.obj as SecondStepNeeded
}

const noSecondStep = { code: false, passkeys: [], recoveryCodesLeft: 0 }

test('requires no code before the app is confirmed', async () => {
  const client = await server.signIn('employee')
  const { secret, uri, qr } = await client.call(api.secondStep.offerCode)
  expect(uri).toBe(
    `otpauth://totp/Vitrine%3Aemployee%40example.org?secret=${secret}&issuer=Vitrine`,
  )
  // The path begins with the outline of a finder pattern, seven modules wide, in the corner of the
  // QR code.
  expect(qr.path).toMatch(/^M0 0h7/)
  await server.signInWithPassword('employee')
  await expect(
    client.call(api.secondStep.confirmCode, { body: { code: '12 34' } }),
  ).rejects.toMatchObject({
    status: 400,
    body: { obj: { fields: { code: expect.any(String) } } },
  })
  expect(await client.call(api.secondStep.state)).toEqual(noSecondStep)
})

test('asks for a code at sign-in once the app is confirmed', async () => {
  const client = await server.signIn('employee')
  const { secret } = await client.call(api.secondStep.offerCode)
  const codeWithSpace = generateCode(secret).replace(/^.../, '$& ')
  const { recoveryCodes } = await client.call(api.secondStep.confirmCode, {
    body: { code: codeWithSpace },
  })
  expect(new Set(recoveryCodes).size).toBe(recoveryCodeCount)
  expect(await client.call(api.secondStep.state)).toEqual({
    code: true,
    passkeys: [],
    recoveryCodesLeft: recoveryCodeCount,
  })
  await expect(client.call(api.secondStep.offerCode)).rejects.toMatchObject({ status: 409 })

  server.clock.advance(twoTimeStepsMs)
  const { ticket, methods, passkey } = await requestTicket('employee')
  expect(methods).toEqual(['code', 'recovery'])
  expect(passkey).toBeNull()
  const info = await server.call(api.secondStep.signIn, {
    body: { ticket, code: generateCode(secret) },
  })
  expect(info).toEqual({
    token: expect.any(String),
    user: { email: 'employee@example.org', role: 'employee' },
  })

  const stored = JSON.stringify(await server.inDatabase((db) => dumpDatabase(db)))
  for (const secretText of [secret, ticket, ...(recoveryCodes ?? [])])
    expect(stored).not.toContain(secretText)
})

test('accepts a code and a ticket once, even from concurrent requests', async () => {
  const { secret } = await switchOnCodes('employee')
  const tickets = await Promise.all(Array.from({ length: 4 }, () => requestTicket('employee')))
  const code = generateCode(secret)
  const answers = await Promise.all(
    tickets.map(({ ticket }) => server.send(api.secondStep.signIn, { body: { ticket, code } })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])

  server.clock.advance(minutes(2))
  const { ticket } = await requestTicket('employee')
  await server.call(api.secondStep.signIn, { body: { ticket, code: generateCode(secret) } })
  server.clock.advance(twoTimeStepsMs)
  await expect(
    server.call(api.secondStep.signIn, { body: { ticket, code: generateCode(secret) } }),
  ).rejects.toMatchObject({
    status: 401,
    body: { obj: { ticket: 'ended' } },
  })
})

test('ends a ticket after five minutes or with a new password', async () => {
  const { client, secret } = await switchOnCodes('admin')
  const endedTicket = { status: 401, body: { obj: { ticket: 'ended' } } }
  const useTicket = ({ ticket }: SecondStepNeeded) =>
    server.call(api.secondStep.signIn, { body: { ticket, code: generateCode(secret) } })

  const expired = await requestTicket('admin')
  server.clock.advance(minutes(5) + seconds(1))
  await expect(useTicket(expired)).rejects.toMatchObject(endedTicket)

  const beforeChange = await requestTicket('admin')
  await client.call(api.auth.changePassword, { body: { password: demoPassword } })
  await expect(useTicket(beforeChange)).rejects.toMatchObject(endedTicket)
})

test('accepts no ticket as a session token', async () => {
  await switchOnCodes('admin')
  const { ticket } = await requestTicket('admin')
  const response = await server.fetch('/api/user/second-step', {
    headers: { authorization: `Bearer ${ticket}` },
  })
  expect(response.status).toBe(401)
})

test('accepts a recovery code once, in any spelling', async () => {
  const { recoveryCodes } = await switchOnCodes('employee')
  const [first = '', second = ''] = recoveryCodes
  const signInWith = async (recoveryCode: string) => {
    const { ticket } = await requestTicket('employee')
    return (await server.send(api.secondStep.signIn, { body: { ticket, recoveryCode } })).status
  }
  const firstRespelled = ` ${first.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O')}`
  expect(await signInWith(firstRespelled)).toBe(200)
  expect(await signInWith(first)).toBe(401)
  expect(await signInWith('0000-0000-0000-0000')).toBe(401)
  expect(await signInWith(second)).toBe(200)
})

test('allows five guesses per ticket, which count like wrong passwords', async () => {
  const { secret } = await switchOnCodes('root')
  const { ticket } = await requestTicket('root')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      server
        .from(`192.0.2.${index}`)
        .send(api.secondStep.signIn, { body: { ticket, code: String(index).padStart(6, 'x') } }),
    ),
  )
  const bodies = await Promise.all(
    answers.map((answer) => answer.json() as Promise<{ message: string }>),
  )
  const checkedGuesses = bodies.filter(
    ({ message }) => message === 'That was not accepted. Please try again.',
  )
  expect(checkedGuesses.length).toBeLessThanOrEqual(5)
  // After five wrong codes, a wrong password is one failure too many, whatever the address.
  const body = { email: 'root@example.org', password: 'wrong' }
  expect((await server.from('192.0.2.77').send(api.auth.signIn, { body })).status).toBe(429)

  server.clock.advance(seconds(61))
  const { ticket: nextTicket } = await requestTicket('root')
  await expect(
    server.call(api.secondStep.signIn, {
      body: { ticket: nextTicket, code: generateCode(secret) },
    }),
  ).resolves.toMatchObject({ user: { role: 'root' } })
})

test('locks codes, but not recovery codes, for an hour after ten wrong codes', async () => {
  const { secret, recoveryCodes } = await switchOnCodes('employee')
  for (let attempt = 0; attempt < 10; attempt++) {
    // An account takes five failures a minute.
    if (attempt % 5 === 0) server.clock.advance(seconds(61))
    const client = server.from(`192.0.2.${attempt}`)
    const { ticket } = await requestTicket('employee', client)
    const body = { ticket, code: 'wrong' }
    expect((await client.send(api.secondStep.signIn, { body })).status).toBe(401)
  }
  server.clock.advance(minutes(2))
  const { ticket } = await requestTicket('employee')
  await expect(
    server.call(api.secondStep.signIn, { body: { ticket, code: generateCode(secret) } }),
  ).rejects.toMatchObject({
    status: 429,
    body: { message: expect.stringContaining('a recovery code') },
  })
  const { ticket: ticketForRecovery } = await requestTicket('employee')
  await server.call(api.secondStep.signIn, {
    body: { ticket: ticketForRecovery, recoveryCode: recoveryCodes[0] ?? '' },
  })

  server.clock.advance(hours(1))
  const { ticket: laterTicket } = await requestTicket('employee')
  await server.call(api.secondStep.signIn, {
    body: { ticket: laterTicket, code: generateCode(secret) },
  })
})

test('renews recovery codes with the password, which ends the old ones', async () => {
  const { client, recoveryCodes } = await switchOnCodes('employee')
  const renewed = await client.call(api.secondStep.renewRecoveryCodes, {
    body: { password: demoPassword },
  })
  expect(renewed.recoveryCodes).toHaveLength(recoveryCodeCount)
  const { ticket } = await requestTicket('employee')
  const body = { ticket, recoveryCode: recoveryCodes[0] ?? '' }
  expect((await server.send(api.secondStep.signIn, { body })).status).toBe(401)
})

test('switches codes off with the password, which may be wrong five times a minute', async () => {
  const { client } = await switchOnCodes('employee')
  const rightPassword = { password: demoPassword }
  const wrongPassword = { password: 'wrong' }
  await expect(
    client.call(api.secondStep.removeCode, { body: wrongPassword }),
  ).rejects.toMatchObject({
    status: 400,
    body: { obj: { fields: { password: 'This password is wrong. Please try again.' } } },
  })
  for (let attempt = 2; attempt <= 5; attempt++) {
    const answer = await client.send(api.secondStep.renewRecoveryCodes, { body: wrongPassword })
    expect(answer.status).toBe(400)
  }
  expect((await client.send(api.secondStep.removeCode, { body: rightPassword })).status).toBe(429)

  server.clock.advance(seconds(61))
  await client.call(api.secondStep.removeCode, { body: rightPassword })
  expect(await client.call(api.secondStep.state)).toEqual(noSecondStep)
  await server.signInWithPassword('employee')
})

test('serializes concurrent requests for the same account', async () => {
  const client = await server.signIn('employee')
  const callThreeTimes = <T>(call: () => Promise<T>) => Promise.all([call(), call(), call()])
  await callThreeTimes(() => client.call(api.secondStep.offerPasskey))
  const offers = await callThreeTimes(() => client.call(api.secondStep.offerCode))
  const confirmations = await callThreeTimes(() =>
    // Only one of the three offers is valid.
    Promise.all(
      offers.map(({ secret }) =>
        client.send(api.secondStep.confirmCode, { body: { code: generateCode(secret) } }),
      ),
    ),
  )
  expect(confirmations.flat().filter(({ status }) => status === 200)).toHaveLength(1)
  const body = { password: demoPassword }
  await callThreeTimes(() => client.call(api.secondStep.renewRecoveryCodes, { body }))
  expect(await client.call(api.secondStep.state)).toMatchObject({
    code: true,
    recoveryCodesLeft: recoveryCodeCount,
  })
})

test('lets managers reset the second step of others except roots', async () => {
  await switchOnCodes('employee')
  const { client: root } = await switchOnCodes('root')
  const admin = await server.signIn('admin')
  const users = await admin.call(api.users.list)
  const findUserId = (role: Role) =>
    users.find(({ email }) => email === `${role}@example.org`)?.id ?? expect.fail()
  const [rootId, adminId] = [findUserId('root'), findUserId('admin')]
  const employeeId = findUserId('employee')

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
  const [latestEntry] = entries
  expect(latestEntry).toMatchObject({
    by: { email: 'admin@example.org' },
    on: { email: 'employee@example.org' },
  })
})

test('still asks for the second step after a change of the password', async () => {
  const { client, secret } = await switchOnCodes('employee')
  await client.call(api.auth.changePassword, { body: { password: 'ganz neu' } })
  const answer = await server.send(api.auth.signIn, {
    body: { email: 'employee@example.org', password: 'ganz neu' },
  })
  const { message, obj } = (await answer.json()) as { message: string; obj: SecondStepNeeded }
  expect(message).toBe('secondstep')
  await server.call(api.secondStep.signIn, {
    body: { ticket: obj.ticket, code: generateCode(secret) },
  })
  await client.call(api.auth.changePassword, { body: { password: demoPassword } })
})

test('lets the operator reset the second step of the last root', async () => {
  await switchOnCodes('root')
  const reset = async (email: string) =>
    (await runOperatorCommand(['reset-second-step', '--email', email], server.variables)).code
  expect(await reset('nobody@example.org')).toBe(1)
  expect(await reset('Root@example.org')).toBe(0)
  const root = await server.signInWithPassword('root')
  const { entries } = await root.call(api.audit.list, { query: { kind: 'second-step-reset' } })
  const [latestEntry] = entries
  expect(latestEntry).toMatchObject({
    by: { name: 'The operator' },
    on: { email: 'root@example.org' },
    address: '',
  })
})
