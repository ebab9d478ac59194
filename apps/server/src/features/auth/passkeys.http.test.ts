import { api, type SecondStepNeeded } from '@vitrine/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSecurityKey } from '../../../test/authenticator.ts'
import type { CallError, Client } from '../../../test/client.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { minutes, seconds } from '../../base/clock.ts'

// @module-tag sqlite

const password = 'vitrine-demo'
const origin = 'https://vitrine.example.org'
let server: TestServer
let employee: Client
const key = createSecurityKey()

beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: origin })
  employee = await server.signInWithPassword('employee')
})
afterAll(() => server[Symbol.asyncDispose]())

const offer = async (client: Client) => (await client.call(api.secondStep.offerPasskey)).challenge

async function needed(): Promise<SecondStepNeeded & { challenge: string }> {
  const refused: CallError = await server.signInWithPassword('employee').then(
    () => expect.fail('nothing more was asked for'),
    (error) => error,
  )
  const obj = refused.body.obj as SecondStepNeeded
  return { ...obj, challenge: obj.passkey?.challenge ?? '' }
}

test('registers a passkey for one challenge, one site and one session', async () => {
  const wrong = { status: 400, body: { obj: { fields: { passkey: expect.any(String) } } } }
  const add = (client: Client, passkey: ReturnType<typeof key.register>) =>
    client.call(api.secondStep.addPasskey, { body: { name: 'Blue key', passkey } })

  await expect(add(employee, key.register('bm8gY2hhbGxlbmdl', { origin }))).rejects.toMatchObject(
    wrong,
  )
  const forElsewhere = key.register(await offer(employee), { origin: 'https://evil.example' })
  await expect(add(employee, forElsewhere)).rejects.toMatchObject(wrong)
  const forOtherSite = key.register(await offer(employee), { origin, site: 'evil.example' })
  await expect(add(employee, forOtherSite)).rejects.toMatchObject(wrong)
  const admin = await server.signInWithPassword('admin')
  const ofAdmin = key.register(await offer(admin), { origin })
  await expect(add(employee, ofAdmin)).rejects.toMatchObject(wrong)
  const late = key.register(await offer(employee), { origin })
  server.clock.advance(minutes(6))
  await expect(add(employee, late)).rejects.toMatchObject(wrong)
  expect((await employee.call(api.secondStep.state)).passkeys).toEqual([])

  const right = key.register(await offer(employee), { origin, counter: 5 })
  const { recoveryCodes } = await add(employee, right)
  expect(recoveryCodes).toHaveLength(10)
  await expect(add(employee, right)).rejects.toMatchObject(wrong)
  const taken = key.register(await offer(admin), { origin })
  await expect(add(admin, taken)).rejects.toMatchObject({ status: 409 })
  expect((await employee.call(api.secondStep.state)).passkeys).toEqual([
    { id: expect.any(Number), name: 'Blue key', createdAt: expect.any(String), usedAt: null },
  ])
})

test('accepts a passkey for its challenge once, with a rising counter', async () => {
  const sendAs = (ticket: string, passkey: ReturnType<typeof key.assert>) =>
    server.send(api.secondStep.signIn, { body: { ticket, passkey } })

  const first = await needed()
  expect(first.methods).toEqual(['passkey', 'recovery'])
  expect(first.passkey).toMatchObject({
    rpId: 'vitrine.example.org',
    allowCredentials: [{ id: key.id }],
  })
  const assertion = key.assert(first.challenge, { origin, counter: 6 })
  expect((await sendAs(first.ticket, assertion)).status).toBe(200)

  // Replays with the used ticket, and with a new one that has another challenge.
  expect((await sendAs(first.ticket, assertion)).status).toBe(401)
  const second = await needed()
  expect((await sendAs(second.ticket, assertion)).status).toBe(401)
  expect(
    (await sendAs(second.ticket, key.assert(second.challenge, { origin, counter: 6 }))).status,
  ).toBe(401)
  const evil = key.assert(second.challenge, {
    origin: 'https://evil.example',
    site: 'vitrine.example.org',
    counter: 7,
  })
  expect((await sendAs(second.ticket, evil)).status).toBe(401)
  const stranger = {
    ...createSecurityKey().assert(second.challenge, { origin, counter: 7 }),
    id: key.id,
    rawId: key.id,
  }
  expect((await sendAs(second.ticket, stranger)).status).toBe(401)

  server.clock.advance(seconds(61))
  const third = await needed()
  const unknown = createSecurityKey().assert(third.challenge, { origin, counter: 7 })
  expect((await sendAs(third.ticket, unknown)).status).toBe(401)
  expect(
    (await sendAs(third.ticket, key.assert(third.challenge, { origin, counter: 7 }))).status,
  ).toBe(200)
  expect((await employee.call(api.secondStep.state)).passkeys[0]?.usedAt).not.toBeNull()
})

test('removes a passkey with the password, by its owner only', async () => {
  server.clock.advance(minutes(2))
  const [passkey] = (await employee.call(api.secondStep.state)).passkeys
  const id = passkey?.id ?? 0
  const root = await server.signInWithPassword('root')
  await expect(
    root.call(api.secondStep.removePasskey, { body: { id, password } }),
  ).rejects.toMatchObject({
    status: 404,
  })
  await expect(
    employee.call(api.secondStep.removePasskey, { body: { id, password: 'no' } }),
  ).rejects.toMatchObject({
    status: 400,
  })
  await employee.call(api.secondStep.removePasskey, { body: { id, password } })
  expect(await employee.call(api.secondStep.state)).toEqual({
    code: false,
    passkeys: [],
    recoveryCodesLeft: 0,
  })
  await server.signInWithPassword('employee')
})
