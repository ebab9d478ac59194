import { api } from '@vitrine/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Client, demoPassword } from '../../../test/client.ts'
import { type MailServer, startMailServer } from '../../../test/mail-server.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { days, minutes, seconds } from '../../base/clock.ts'
import { hashSecret } from './hashing.ts'

// @module-tag postgres

let mail: MailServer
let server: TestServer
beforeAll(async () => {
  mail = await startMailServer()
  server = await startTestServer({ SMTP_URL: mail.url, MAIL_FROM: 'vitrine@example.org' })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})
// Moves past the rate limits of the last test.
beforeEach(() => server.clock.advance(minutes(2)))

const tooManyAttempts = {
  status: 429,
  body: { statusCode: 429, message: 'Please try again in a minute.' },
}
/** Failures of an account from one network, before further attempts get 429. */
const tightLimit = 5
/** Failures of an account from everywhere, or of a network, before further attempts get 429. */
const looseLimit = 20

const rightCredentials = { email: 'root@example.org', password: demoPassword }
const wrongCredentials = { email: 'root@example.org', password: 'wrong' }

/** Attempts to sign in; returns the status. */
const attemptSignIn = async (client: Client, body = wrongCredentials, headers = {}) =>
  (await client.send(api.auth.signIn, { body }, headers)).status

async function expectWrongPasswords(count: number, client: Client, headers = {}): Promise<void> {
  for (let number = 1; number <= count; number++)
    expect(await attemptSignIn(client, wrongCredentials, headers)).toBe(401)
}

const countStatus = (statuses: readonly number[], status: number) =>
  statuses.filter((value) => value === status).length

const countAuditedFailures = () =>
  server.inDatabase(async (db) => {
    const rows = await db
      .selectFrom('audit_entry')
      .select('id')
      .where('kind', '=', 'sign-in-failed')
      .execute()
    return rows.length
  })

/** Signs in; returns the known-browser cookie and headers that send it. */
async function signInAsKnownBrowser(
  client: Client,
  body = rightCredentials,
  headers: Record<string, string> = {},
) {
  const response = await client.send(api.auth.signIn, { body }, headers)
  expect(response.status).toBe(200)
  const cookie =
    response.headers.getSetCookie().find((value) => value.startsWith('known-browser=')) ?? ''
  return { cookie, headers: withCookie(cookie.split(';')[0] ?? '') }
}

const withCookie = (cookie: string) => ({ cookie: `XSRF-TOKEN=x; ${cookie}`, 'x-xsrf-token': 'x' })

test('checks five of 120 concurrent guesses from one address', async () => {
  const guessCount = 120
  const guest = server.from('198.51.100.9')
  const auditedBefore = await countAuditedFailures()
  const statuses = await Promise.all(Array.from({ length: guessCount }, () => attemptSignIn(guest)))
  expect(countStatus(statuses, 401)).toBe(tightLimit)
  // The queue for hashing takes a hundred guesses at once; a full one answers with 503.
  expect(countStatus(statuses, 429) + countStatus(statuses, 503)).toBe(guessCount - tightLimit)
  expect((await countAuditedFailures()) - auditedBefore).toBe(tightLimit)
})

test('counts a /48 of IPv6 as one network', async () => {
  const auditedBefore = await countAuditedFailures()
  const statuses = await Promise.all(
    Array.from({ length: 2 * looseLimit }, (_, index) => {
      // Each guess comes from another /64 of the /48, for another account.
      const subnet = (index * 700).toString(16)
      const guess = { ...wrongCredentials, email: `guess${index}@example.org` }
      return attemptSignIn(server.from(`2001:db8:7:${subnet}::1`), guess)
    }),
  )
  expect(countStatus(statuses, 401)).toBe(tightLimit)
  expect((await countAuditedFailures()) - auditedBefore).toBe(looseLimit)
  await expect(server.from('2001:db8:8::1').signInWithPassword('root')).resolves.toBeInstanceOf(
    Client,
  )
})

test('does not lock an account for other networks and known browsers', async () => {
  const [stranger, desk] = [server.from('198.51.100.9'), server.from('192.0.2.1')]
  const { headers } = await signInAsKnownBrowser(stranger)
  const strangerStatuses: number[] = []
  for (let second = 1; second <= 75; second++) {
    strangerStatuses.push(await attemptSignIn(stranger))
    if (second % 15 === 0) {
      expect(await attemptSignIn(desk, rightCredentials)).toBe(200)
      expect(await attemptSignIn(stranger, rightCredentials, headers)).toBe(200)
    }
    server.clock.advance(seconds(1))
  }
  expect(strangerStatuses).toContain(429)
})

test('closes an attacked account to strangers, but not to known browsers', async () => {
  await using otherProcess = await server.another()
  const { headers } = await signInAsKnownBrowser(server.from('192.0.2.1'))
  /** The nth guess comes from the nth address, to either process. */
  const guess = (n: number) =>
    attemptSignIn((n % 2 ? server : otherProcess).from(`198.51.100.${n}`))
  for (let n = 1; n <= tightLimit; n++) expect(await guess(n)).toBe(401)
  // Further wrong passwords get 429; a correct one from a new address still signs in.
  expect(await guess(tightLimit + 1)).toBe(429)
  expect(await attemptSignIn(server.from('192.0.2.7'), rightCredentials)).toBe(200)
  for (let n = tightLimit + 2; n <= looseLimit; n++) expect(await guess(n)).toBe(429)

  const newAddress = otherProcess.from('192.0.2.8')
  await expect(newAddress.signInWithPassword('root')).rejects.toMatchObject(tooManyAttempts)
  expect(await attemptSignIn(newAddress, rightCredentials, headers)).toBe(200)
  await expect(newAddress.signInWithPassword('admin')).resolves.toBeInstanceOf(Client)
  server.clock.advance(seconds(61))
  await expect(newAddress.signInWithPassword('root')).resolves.toBeInstanceOf(Client)
})

test('blocks strangers in a network with many failures, but no known browsers', async () => {
  const network = server.from('198.51.100.9')
  const { headers } = await signInAsKnownBrowser(network)
  /** Each guess is for another account. */
  const guess = (n: number) =>
    attemptSignIn(network, { email: `guess${n}@example.org`, password: 'x' })
  for (let n = 1; n <= tightLimit; n++) expect(await guess(n)).toBe(401)
  expect(await guess(tightLimit + 1)).toBe(429)
  await expect(network.signInWithPassword('admin')).resolves.toBeInstanceOf(Client)
  for (let n = tightLimit + 2; n <= looseLimit; n++) expect(await guess(n)).toBe(429)
  await expect(network.signInWithPassword('admin')).rejects.toMatchObject(tooManyAttempts)
  expect(await attemptSignIn(network, rightCredentials, headers)).toBe(200)
})

test('does not extend a block by attempts during it', async () => {
  const desk = server.from('192.0.2.1')
  await expectWrongPasswords(tightLimit, desk)
  for (let retry = 1; retry <= 10; retry++) {
    server.clock.advance(seconds(5))
    expect(await attemptSignIn(desk, rightCredentials)).toBe(429)
  }
  server.clock.advance(seconds(11))
  expect(await attemptSignIn(desk, rightCredentials)).toBe(200)
})

test('does not count successful sign-ins', async () => {
  await server.inDatabase((db) => db.deleteFrom('failed_attempt').execute())
  for (let count = 1; count <= tightLimit + 1; count++)
    expect(await attemptSignIn(server, rightCredentials)).toBe(200)
  const failures = await server.inDatabase((db) =>
    db.selectFrom('failed_attempt').select('id').execute(),
  )
  expect(failures).toEqual([])
})

test('allows a known browser five attempts a minute for its own account', async () => {
  const desk = server.from('192.0.2.1')
  const { headers } = await signInAsKnownBrowser(desk)
  await expectWrongPasswords(tightLimit, desk, headers)
  expect(await attemptSignIn(desk, rightCredentials, headers)).toBe(429)
  // The attempts don't count against other clients.
  expect(await attemptSignIn(desk, rightCredentials)).toBe(200)
})

test('knows a browser for several accounts by one token, and stores only its hash', async () => {
  const desk = server.from('192.0.2.1')
  const { cookie, headers } = await signInAsKnownBrowser(desk)
  // The token has 43 characters of base64url; the cookie lives 180 days.
  expect(cookie).toMatch(
    /^known-browser=[\w-]{43}; Path=\/api\/auth; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
  )
  const admin = { ...rightCredentials, email: 'admin@example.org' }
  const forAdmin = await signInAsKnownBrowser(desk, admin, headers)
  expect(forAdmin.headers).toEqual(headers)

  const [, token = ''] = /=([\w-]{43})/.exec(cookie) ?? []
  const rows = await server.inDatabase((db) => db.selectFrom('known_browser').selectAll().execute())
  expect(rows.filter((row) => row.token_hash === hashSecret(token))).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('forgets known browsers after 180 days, and ignores forged tokens', async () => {
  const desk = server.from('192.0.2.1')
  const forged = withCookie('known-browser=forged')
  await expectWrongPasswords(tightLimit, desk, forged)
  expect(await attemptSignIn(desk, rightCredentials, forged)).toBe(429)
  server.clock.advance(seconds(61))
  const { cookie, headers } = await signInAsKnownBrowser(desk, rightCredentials, forged)
  expect(cookie).not.toContain('forged')

  server.clock.advance(days(181))
  await expectWrongPasswords(tightLimit, desk)
  expect(await attemptSignIn(desk, rightCredentials, headers)).toBe(429)
})

test('sets the cookie of a known browser as Secure on https', async () => {
  await using secure = await server.another({ PUBLIC_URL: 'https://vitrine.example.org' })
  expect((await signInAsKnownBrowser(secure)).cookie).toMatch(/; Secure$/)
})

test('rejects the sixth reset request from one network with 429', async () => {
  const body = { email: 'root@example.org' }
  const requestReset = async (client: Client, headers = {}) =>
    (await client.send(api.auth.requestReset, { body }, headers)).status
  const stranger = server.from('198.51.100.9')
  const { headers } = await signInAsKnownBrowser(stranger)
  for (let count = 1; count <= tightLimit; count++) expect(await requestReset(stranger)).toBe(200)
  for (let second = 0; second < 30; second++) {
    await expect(stranger.call(api.auth.requestReset, { body })).rejects.toMatchObject(
      tooManyAttempts,
    )
    server.clock.advance(seconds(1))
  }
  expect(await requestReset(server.from('192.0.2.1'))).toBe(200)
  expect(await requestReset(stranger, headers)).toBe(200)
  // Rejected requests do not extend the minute.
  server.clock.advance(seconds(31))
  expect(await requestReset(stranger)).toBe(200)
})

test('sends at most three reset mails an hour, with the same answer', async () => {
  // No other test requests resets of this account.
  const email = 'admin@example.org'
  const countMails = () => mail.mails.filter(({ to }) => to?.[0]?.address === email).length

  /** Requests resets from several addresses at once; returns how many mails were sent so far. */
  const requestResets = async (count: number) => {
    const otherProcess = await server.another()
    const requests = Array.from({ length: count }, (_, index) =>
      otherProcess.from(`192.0.2.${index}`).call(api.auth.requestReset, { body: { email } }),
    )
    for (const answer of await Promise.all(requests)) expect(answer).toEqual({ ok: true })
    // Waits until the mails are sent.
    await otherProcess[Symbol.asyncDispose]()
    return countMails()
  }
  expect(await requestResets(8)).toBe(3)
  server.clock.advance(minutes(50))
  expect(await requestResets(1)).toBe(3)
  server.clock.advance(minutes(11))
  expect(await requestResets(1)).toBe(4)
})
