import { api, type SecondStepNeeded } from '@vitrine/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSecurityKey } from '../../../test/authenticator.ts'
import { type CallError, type Client, demoPassword } from '../../../test/client.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { minutes, seconds } from '../../base/clock.ts'

// @module-tag sqlite

const origin = 'https://vitrine.example.org'
let server: TestServer
let employee: Client
/** Shared by the tests, so its counter rises from one to the next. */
const securityKey = createSecurityKey()

beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: origin })
  employee = await server.signIn('employee')
})
afterAll(() => server[Symbol.asyncDispose]())

type PasskeyRegistration = ReturnType<typeof securityKey.register>

/** Requests a challenge for registering a passkey. */
const requestChallenge = async (client: Client) =>
  (await client.call(api.secondStep.offerPasskey)).challenge

const addPasskey = (client: Client, passkey: PasskeyRegistration) =>
  client.call(api.secondStep.addPasskey, { body: { name: 'Blue key', passkey } })

/** Signs in with the password; returns the ticket and the challenge for the passkey. */
async function requestTicket(): Promise<SecondStepNeeded & { challenge: string }> {
  const error: CallError = await server.signInWithPassword('employee').then(
    () => expect.fail('no second step was required'),
    (reason) => reason,
  )
  const needed = error.body.obj as SecondStepNeeded
  return { ...needed, challenge: needed.passkey?.challenge ?? '' }
}

/** Answers the second step; returns the status. */
const useTicket = async (ticket: string, passkey: ReturnType<typeof securityKey.assert>) =>
  (await server.send(api.secondStep.signIn, { body: { ticket, passkey } })).status

test('registers a passkey for one challenge, one site and one session', async () => {
  const admin = await server.signIn('admin')
  const expectRejection = (passkey: PasskeyRegistration) =>
    expect(addPasskey(employee, passkey)).rejects.toMatchObject({
      status: 400,
      body: { obj: { fields: { passkey: expect.any(String) } } },
    })

  const unknownChallenge = Buffer.from('no challenge').toString('base64url')
  await expectRejection(securityKey.register(unknownChallenge, { origin }))
  const evilOrigin = 'https://evil.example'
  await expectRejection(
    securityKey.register(await requestChallenge(employee), { origin: evilOrigin }),
  )
  const evilSite = { origin, relyingPartyId: 'evil.example' }
  await expectRejection(securityKey.register(await requestChallenge(employee), evilSite))
  await expectRejection(securityKey.register(await requestChallenge(admin), { origin }))
  const expiredRegistration = securityKey.register(await requestChallenge(employee), { origin })
  server.clock.advance(minutes(6))
  await expectRejection(expiredRegistration)
  expect((await employee.call(api.secondStep.state)).passkeys).toEqual([])

  const registration = securityKey.register(await requestChallenge(employee), {
    origin,
    counter: 5,
  })
  const { recoveryCodes } = await addPasskey(employee, registration)
  expect(recoveryCodes).toHaveLength(10)
  await expectRejection(registration)
  const forOtherAccount = securityKey.register(await requestChallenge(admin), { origin })
  await expect(addPasskey(admin, forOtherAccount)).rejects.toMatchObject({ status: 409 })
  expect((await employee.call(api.secondStep.state)).passkeys).toEqual([
    { id: expect.any(Number), name: 'Blue key', createdAt: expect.any(String), usedAt: null },
  ])
})

test('accepts a passkey for its challenge once, with a rising counter', async () => {
  const first = await requestTicket()
  expect(first.methods).toEqual(['passkey', 'recovery'])
  expect(first.passkey).toMatchObject({
    rpId: 'vitrine.example.org',
    allowCredentials: [{ id: securityKey.id }],
  })
  const assertion = securityKey.assert(first.challenge, { origin, counter: 6 })
  expect(await useTicket(first.ticket, assertion)).toBe(200)

  // Replays with the used ticket, and with a new one that has another challenge.
  expect(await useTicket(first.ticket, assertion)).toBe(401)
  const second = await requestTicket()
  expect(await useTicket(second.ticket, assertion)).toBe(401)
  const withSameCounter = securityKey.assert(second.challenge, { origin, counter: 6 })
  expect(await useTicket(second.ticket, withSameCounter)).toBe(401)
  const withHigherCounter = securityKey.assert(second.challenge, { origin, counter: 7 })
  expect(await useTicket(second.ticket, withHigherCounter)).toBe(200)
})

test('rejects a passkey for another origin, and the keys of strangers', async () => {
  server.clock.advance(seconds(61))
  const { ticket, challenge } = await requestTicket()
  const forOtherOrigin = securityKey.assert(challenge, {
    origin: 'https://evil.example',
    relyingPartyId: 'vitrine.example.org',
    counter: 8,
  })
  expect(await useTicket(ticket, forOtherOrigin)).toBe(401)
  const strangersKey = createSecurityKey().assert(challenge, { origin, counter: 8 })
  expect(await useTicket(ticket, strangersKey)).toBe(401)
  const underKnownId = { ...strangersKey, id: securityKey.id, rawId: securityKey.id }
  expect(await useTicket(ticket, underKnownId)).toBe(401)
  expect(await useTicket(ticket, securityKey.assert(challenge, { origin, counter: 8 }))).toBe(200)
  expect((await employee.call(api.secondStep.state)).passkeys[0]?.usedAt).not.toBeNull()
})

test('removes a passkey with the password, by its owner only', async () => {
  server.clock.advance(minutes(2))
  const [passkey] = (await employee.call(api.secondStep.state)).passkeys
  const id = passkey?.id ?? expect.fail()
  const root = await server.signIn('root')
  const removePasskey = (client: Client, password: string) =>
    client.call(api.secondStep.removePasskey, { body: { id, password } })
  await expect(removePasskey(root, demoPassword)).rejects.toMatchObject({ status: 404 })
  await expect(removePasskey(employee, 'wrong')).rejects.toMatchObject({ status: 400 })
  await removePasskey(employee, demoPassword)
  expect(await employee.call(api.secondStep.state)).toEqual({
    code: false,
    passkeys: [],
    recoveryCodesLeft: 0,
  })
  await server.signInWithPassword('employee')
})
