import { api } from '@vitrine/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Client, demoPassword } from '../../../test/client.ts'
import { type MailServer, startMailServer } from '../../../test/mail-server.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { days, minutes, seconds } from '../../base/clock.ts'

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

const refused = { status: 429, body: { statusCode: 429, message: 'Please try again in a minute.' } }
const right = { email: 'root@example.org', password: demoPassword }
const wrong = { email: 'root@example.org', password: 'wrong' }

const attempt = async (client: Client, body = wrong, headers = {}) =>
  (await client.send(api.auth.signIn, { body }, headers)).status

const countStatuses = async (attempts: Promise<number>[]) => {
  const statuses = await Promise.all(attempts)
  return (status: number) => statuses.filter((value) => value === status).length
}

const failuresWrittenDown = () =>
  server.inDatabase(async (db) => {
    const rows = await db
      .selectFrom('audit_entry')
      .select('id')
      .where('kind', '=', 'sign-in-failed')
      .execute()
    return rows.length
  })

/** Signs in and returns headers with the known-browser cookie. */
async function knownBrowser(client: Client, body = right, headers: Record<string, string> = {}) {
  const response = await client.send(api.auth.signIn, { body }, headers)
  expect(response.status).toBe(200)
  const cookie =
    response.headers.getSetCookie().find((value) => value.startsWith('known-browser=')) ?? ''
  return { cookie, headers: withCookie(cookie.split(';')[0] ?? '') }
}

const withCookie = (cookie: string) => ({ cookie: `XSRF-TOKEN=x; ${cookie}`, 'x-xsrf-token': 'x' })

test('checks five of 120 concurrent guesses from one address', async () => {
  const guest = server.from('198.51.100.9')
  const before = await failuresWrittenDown()
  const count = await countStatuses(Array.from({ length: 120 }, () => attempt(guest)))
  expect(count(401)).toBe(5)
  expect(count(429) + count(503)).toBe(115)
  expect((await failuresWrittenDown()) - before).toBe(5)
})

test('counts a /48 of IPv6 as one network', async () => {
  const before = await failuresWrittenDown()
  const count = await countStatuses(
    Array.from({ length: 40 }, (_, index) =>
      attempt(server.from(`2001:db8:7:${(index * 700).toString(16)}::1`), {
        ...wrong,
        email: `g${index}@example.org`,
      }),
    ),
  )
  expect(count(401)).toBe(5)
  expect((await failuresWrittenDown()) - before).toBe(20)
  await expect(server.from('2001:db8:8::1').signInWithPassword('root')).resolves.toBeInstanceOf(
    Client,
  )
})

test('does not lock an account for other networks and known browsers', async () => {
  const [stranger, desk] = [server.from('198.51.100.9'), server.from('192.0.2.1')]
  const { headers } = await knownBrowser(stranger)
  const outcomes = new Set<string>()
  for (let second = 1; second <= 75; second++) {
    const status = await attempt(stranger)
    if (second > 5 && status === 429) outcomes.add('the stranger is refused')
    if (second % 15 === 0) {
      expect(await attempt(desk, right)).toBe(200)
      expect(await attempt(stranger, right, headers)).toBe(200)
    }
    server.clock.advance(seconds(1))
  }
  expect([...outcomes]).toEqual(['the stranger is refused'])
})

test('closes an attacked account to strangers, not to known browsers', async () => {
  await using second = await server.another()
  const { headers } = await knownBrowser(server.from('192.0.2.1'))
  const everywhere = (n: number) => (n % 2 ? server : second).from(`198.51.100.${n}`)
  for (let n = 1; n <= 5; n++) expect(await attempt(everywhere(n))).toBe(401)
  // From the sixth attempt on, a wrong password gets 429; a correct one from a new address still
  // signs in.
  expect(await attempt(everywhere(6))).toBe(429)
  expect(await attempt(server.from('192.0.2.7'), right)).toBe(200)
  for (let n = 7; n <= 20; n++) expect(await attempt(everywhere(n))).toBe(429)
  await expect(second.from('192.0.2.8').signInWithPassword('root')).rejects.toMatchObject(refused)
  expect(await attempt(second.from('192.0.2.8'), right, headers)).toBe(200)
  await expect(second.from('192.0.2.8').signInWithPassword('admin')).resolves.toBeInstanceOf(Client)
  server.clock.advance(seconds(61))
  await expect(second.from('192.0.2.8').signInWithPassword('root')).resolves.toBeInstanceOf(Client)
})

test('blocks guessing clients in a network, not the staff in it', async () => {
  const guests = server.from('198.51.100.9')
  const { headers } = await knownBrowser(guests)
  const guess = (n: number) => attempt(guests, { email: `guess${n}@example.org`, password: 'x' })
  for (let n = 1; n <= 5; n++) expect(await guess(n)).toBe(401)
  expect(await guess(6)).toBe(429)
  await expect(guests.signInWithPassword('admin')).resolves.toBeInstanceOf(Client)
  for (let n = 7; n <= 20; n++) expect(await guess(n)).toBe(429)
  await expect(guests.signInWithPassword('admin')).rejects.toMatchObject(refused)
  expect(await attempt(guests, right, headers)).toBe(200)
})

test('does not extend a block by attempts during it', async () => {
  const desk = server.from('192.0.2.1')
  for (let n = 1; n <= 5; n++) expect(await attempt(desk)).toBe(401)
  for (let n = 1; n <= 10; n++) {
    server.clock.advance(seconds(5))
    expect(await attempt(desk, right)).toBe(429)
  }
  server.clock.advance(seconds(11))
  expect(await attempt(desk, right)).toBe(200)
})

test('does not count successful sign-ins', async () => {
  const rows = () =>
    server.inDatabase((db) => db.selectFrom('failed_attempt').select('id').execute())
  await server.inDatabase((db) => db.deleteFrom('failed_attempt').execute())
  for (let n = 1; n <= 8; n++) expect(await attempt(server, right)).toBe(200)
  expect(await rows()).toEqual([])
})

test('allows a known browser five attempts a minute for its own account', async () => {
  const desk = server.from('192.0.2.1')
  const { cookie, headers } = await knownBrowser(desk)
  expect(cookie).toMatch(
    /^known-browser=[\w-]{43}; Path=\/api\/auth; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
  )
  for (let n = 1; n <= 5; n++) expect(await attempt(desk, wrong, headers)).toBe(401)
  expect(await attempt(desk, right, headers)).toBe(429)
  // The attempts don't count against other clients.
  expect(await attempt(desk, right)).toBe(200)

  // A second account on the same computer becomes known by the same token.
  const shared = await knownBrowser(desk, { ...right, email: 'admin@example.org' }, headers)
  expect(shared.headers).toEqual(headers)
  const rows = await server.inDatabase((db) => db.selectFrom('known_browser').selectAll().execute())
  expect(
    Math.max(
      ...Object.values(Object.groupBy(rows, (row) => row.token_hash)).map((of) => of?.length ?? 0),
    ),
  ).toBe(2)
  expect(JSON.stringify(rows)).not.toContain(/=([\w-]{43})/.exec(cookie)?.[1])
})

test('forgets known browsers after 180 days, and ignores forged tokens', async () => {
  const desk = server.from('192.0.2.1')
  const planted = withCookie('known-browser=planted-by-somebody')
  for (let n = 1; n <= 5; n++) expect(await attempt(desk, wrong, planted)).toBe(401)
  expect(await attempt(desk, right, planted)).toBe(429)
  server.clock.advance(seconds(61))
  const { cookie, headers } = await knownBrowser(desk, right, planted)
  expect(cookie).not.toContain('planted')

  server.clock.advance(days(181))
  for (let n = 1; n <= 5; n++) expect(await attempt(desk)).toBe(401)
  expect(await attempt(desk, right, headers)).toBe(429)
})

test('sets the cookie of a known browser as Secure on https', async () => {
  await using secure = await startTestServer({ PUBLIC_URL: 'https://vitrine.example.org' })
  expect((await knownBrowser(secure)).cookie).toMatch(/; Secure$/)
})

test('rejects the sixth reset request from one network with 429', async () => {
  const body = { email: 'root@example.org' }
  const ask = async (client: Client, headers = {}) =>
    (await client.send(api.auth.requestReset, { body }, headers)).status
  const stranger = server.from('198.51.100.9')
  const { headers } = await knownBrowser(stranger)
  for (let n = 1; n <= 5; n++) expect(await ask(stranger)).toBe(200)
  for (let second = 0; second < 30; second++) {
    await expect(stranger.call(api.auth.requestReset, { body })).rejects.toMatchObject(refused)
    server.clock.advance(seconds(1))
  }
  expect(await ask(server.from('192.0.2.1'))).toBe(200)
  expect(await ask(stranger, headers)).toBe(200)
  // Rejected requests do not extend the minute.
  server.clock.advance(seconds(31))
  expect(await ask(stranger)).toBe(200)
})

test('sends at most three reset mails an hour, with the same answer', async () => {
  await using mailbox = await startMailServer()
  await using own = await startTestServer({
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'vitrine@example.org',
  })
  /** Requests resets from several networks at once, and waits until the mails are sent. */
  const ask = async (places: number) => {
    const process = await own.another()
    const body = { email: 'root@example.org' }
    const asked = Array.from({ length: places }, (_, n) =>
      process.from(`192.0.2.${n}`).call(api.auth.requestReset, { body }),
    )
    expect(new Set((await Promise.all(asked)).map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['{"ok":true}']),
    )
    await process[Symbol.asyncDispose]()
    return mailbox.mails.length
  }
  expect(await ask(8)).toBe(3)
  own.clock.advance(minutes(50))
  expect(await ask(1)).toBe(3)
  own.clock.advance(minutes(11))
  expect(await ask(1)).toBe(4)
})
