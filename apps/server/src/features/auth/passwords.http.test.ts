import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api, type NewUser } from '@vitrine/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Client } from '../../../test/client.ts'
import { type MailServer, startMailServer, startSilentServer } from '../../../test/mail-server.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { days, minutes, seconds } from '../../base/clock.ts'

// @module-tag sqlite

const password = 'ein neues Passwort'

const startServerWithMail = (smtpUrl: string) =>
  startTestServer({
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'vitrine@example.org',
    PUBLIC_URL: 'https://vitrine.example.org',
    FOUNDATION_NAME: 'Fondation A & B',
  })

let mail: MailServer
let server: TestServer
let root: Client

beforeAll(async () => {
  mail = await startMailServer()
  server = await startServerWithMail(mail.url)
  root = await server.signIn('root')
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})
beforeEach(() => {
  mail.mails.length = 0
  // Moves past the rate limits of the last test.
  server.clock.advance(minutes(2))
})

/** Adds a user without a password. */
async function addUser(
  manager: Client,
  email = `${randomUUID()}@example.org`,
): Promise<NewUser & { id: number }> {
  const user = {
    email,
    gender: 'female',
    firstName: 'Ada',
    lastName: 'Muster',
    phone: '',
    role: 'employee',
  } as const
  return { ...user, ...(await manager.call(api.users.create, { body: user })) }
}

const requestReset = (email: string) => server.call(api.auth.requestReset, { body: { email } })

/** Requests a reset; returns the token of the mailed link. */
async function mailResetLink(email: string): Promise<string> {
  mail.mails.length = 0
  await requestReset(email)
  return mail.tokenFor(email)
}

/** Has a manager send a link; returns the token of the mailed link. */
async function mailLinkByManager({ id: userId, email }: { id: number; email: string }) {
  mail.mails.length = 0
  await root.call(api.auth.sendPasswordLink, { body: { userId } })
  return mail.tokenFor(email)
}

const checkLink = (token: string) => server.call(api.auth.checkLink, { body: { token } })

const readLinkStates = async (tokens: readonly string[]) =>
  (await Promise.all(tokens.map(checkLink))).map(({ state }) => state)

test('mails a reset link in three languages, with the name of the foundation', async () => {
  const { email } = await addUser(root)
  await requestReset(email.toUpperCase())
  const message = await mail.mailTo(email)
  expect(message.from?.address).toBe('vitrine@example.org')
  expect(message.text).toMatch(/nouveau mot de passe.*neues Passwort.*new password/s)
  expect(message.text).toMatch(/^Vitrine – Fondation A & B\n/)
  expect(message.html).toContain('<p>Vitrine – Fondation A &amp; B</p>')
  expect(message.html).toMatch(/<a href="https:\/\/vitrine\.example\.org\/set-password\//)
})

test('sets a password once by a reset link, and ends all sessions', async () => {
  const { email } = await addUser(root)
  const earlierSession = await server.signIn({ email })
  const token = await mailResetLink(email)
  expect(await checkLink(token)).toEqual({ state: 'valid', email })
  await server.call(api.auth.setPassword, { body: { token, password } })

  await expect(server.signInWithPassword({ email, password })).resolves.toBeInstanceOf(Client)
  await expect(earlierSession.call(api.auth.sessions)).rejects.toMatchObject({ status: 401 })
  expect(await checkLink(token)).toEqual({ state: 'used' })
  await expect(
    server.call(api.auth.setPassword, { body: { token, password } }),
  ).rejects.toMatchObject({
    status: 400,
    body: { message: 'This link has been used already. Please ask for a new one.' },
  })
})

test('reveals nothing about the account of an invalid link', async () => {
  const { email } = await addUser(root)
  const token = await mailResetLink(email)
  server.clock.advance(minutes(61))
  expect(await checkLink(token)).toEqual({ state: 'expired' })
  expect(await checkLink('made-up')).toEqual({ state: 'unknown' })
})

test('accepts a link once from concurrent requests', async () => {
  const { email } = await addUser(root)
  const token = await mailResetLink(email)
  const answers = await Promise.all(
    ['first-password', 'second-password'].map((password) =>
      server.send(api.auth.setPassword, { body: { token, password } }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

test('gives the same answer for known and unknown addresses', async () => {
  const { email } = await addUser(root)
  const answerForKnown = await requestReset(email)
  expect(await requestReset('nobody@example.org')).toEqual(answerForKnown)
  await mail.mailTo(email)
  expect(mail.mails).toHaveLength(1)
})

test('mentions a first password only to users without one', async () => {
  const users = await root.call(api.users.list)
  const withPassword = users.find(({ email }) => email === 'employee@example.org')
  await mailLinkByManager(withPassword ?? expect.fail())
  const { text } = await mail.mailTo('employee@example.org')
  expect(text).not.toMatch(/first|erstes|premier/)
  expect(text).toContain(
    'This link, sent by a colleague, lets you choose a new password. It is valid for 7 days',
  )

  const withoutPassword = await addUser(root)
  await mailLinkByManager(withoutPassword)
  expect((await mail.mailTo(withoutPassword.email)).text).toContain(
    'lets you choose your first password',
  )
})

test('expires reset links after an hour, first links after seven days', async () => {
  const [withReset, withFirstLink] = [await addUser(root), await addUser(root)]
  const tokens = [await mailResetLink(withReset.email), await mailLinkByManager(withFirstLink)]

  server.clock.advance(minutes(59))
  expect(await readLinkStates(tokens)).toEqual(['valid', 'valid'])
  server.clock.advance(minutes(2))
  expect(await readLinkStates(tokens)).toEqual(['expired', 'valid'])
  server.clock.advance(days(7))
  expect(await readLinkStates(tokens)).toEqual(['expired', 'expired'])
  const [, token = ''] = tokens
  await expect(
    server.call(api.auth.setPassword, { body: { token, password } }),
  ).rejects.toMatchObject({
    body: { message: 'This link has expired. Please ask for a new one.' },
  })
})

test('expires a link when a manager sends a newer one', async () => {
  const user = await addUser(root)
  const tokens = [await mailLinkByManager(user), await mailLinkByManager(user)]
  expect(await readLinkStates(tokens)).toEqual(['expired', 'valid'])
})

test('keeps one of two links that are sent at the same time', async () => {
  // Slow enough for both links to exist before the first one is sent.
  await using slowMail = await startMailServer({ delayMs: 200 })
  await using slowServer = await startServerWithMail(slowMail.url)
  const manager = await slowServer.signIn('root')
  const { id: userId } = await addUser(manager)
  const sendLink = () => manager.call(api.auth.sendPasswordLink, { body: { userId } })
  await Promise.all([sendLink(), sendLink()])

  const states = slowMail.mails.map(async ({ text }) => {
    const [, token = ''] = /\/set-password\/([\w-]+)/.exec(text ?? '') ?? []
    return (await slowServer.call(api.auth.checkLink, { body: { token } })).state
  })
  expect((await Promise.all(states)).toSorted()).toEqual(['expired', 'valid'])
})

test('limits links to a user to five an hour, even from concurrent requests', async () => {
  const { id: userId } = await addUser(root)
  const sendLink = () => root.send(api.auth.sendPasswordLink, { body: { userId } })
  const answers = await Promise.all(Array.from({ length: 6 }, sendLink))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 429])

  const admin = await server.signIn('admin')
  await expect(admin.call(api.auth.sendPasswordLink, { body: { userId } })).rejects.toMatchObject({
    status: 429,
    body: { message: expect.stringContaining('within the last hour') },
  })
  server.clock.advance(minutes(61))
  expect((await sendLink()).status).toBe(200)
  expect(mail.mails).toHaveLength(6)
})

test('limits links by a sender to twenty a minute', async () => {
  const admin = await server.signIn('admin')
  const userIds: number[] = []
  const maxLinks = 20
  for (let count = 0; count <= maxLinks; count++) userIds.push((await addUser(root)).id)
  const sendLink = async (sender: Client, userId: number) =>
    (await sender.send(api.auth.sendPasswordLink, { body: { userId } })).status

  const statuses: number[] = []
  for (const userId of userIds) statuses.push(await sendLink(root, userId))
  expect(statuses).toEqual([...Array.from({ length: maxLinks }, () => 200), 429])
  expect(await sendLink(admin, userIds.at(-1) ?? 0)).toBe(200)
  expect(mail.mails).toHaveLength(maxLinks + 1)
})

test('stores hashes instead of link tokens', async () => {
  const { id, email } = await addUser(root)
  const token = await mailResetLink(email)
  const rows = await server.inDatabase((db) =>
    db.selectFrom('password_link').selectAll().where('user_id', '=', id).execute(),
  )
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('reports an unreachable mail server for known and unknown addresses alike', async () => {
  const stoppedMail = await startMailServer()
  await using ownServer = await startServerWithMail(stoppedMail.url)
  const manager = await ownServer.signIn('root')
  const { id: userId, email } = await addUser(manager)
  await manager.call(api.auth.sendPasswordLink, { body: { userId } })
  const token = await stoppedMail.tokenFor(email)
  await stoppedMail[Symbol.asyncDispose]()

  for (const address of [email, 'nobody@example.org']) {
    await expect(
      ownServer.call(api.auth.requestReset, { body: { email: address } }),
    ).rejects.toMatchObject({ status: 502, body: { message: 'Could not send the email.' } })
  }
  await expect(manager.call(api.auth.sendPasswordLink, { body: { userId } })).rejects.toMatchObject(
    { status: 502 },
  )
  expect(await ownServer.call(api.auth.checkLink, { body: { token } })).toMatchObject({
    state: 'valid',
  })
})

test('reports a rejected mailbox to staff', async () => {
  // The test's mail server rejects addresses that begin with `refused`.
  const { id: userId } = await addUser(root, 'refused@example.org')
  await expect(root.call(api.auth.sendPasswordLink, { body: { userId } })).rejects.toMatchObject({
    status: 502,
  })
})

test('reports a hanging mail server within ten seconds', {
  timeout: seconds(15),
}, async () => {
  await using silentMail = await startSilentServer()
  await using ownServer = await startServerWithMail(silentMail.url)
  const startMs = performance.now()
  await expect(
    ownServer.call(api.auth.requestReset, { body: { email: 'root@example.org' } }),
  ).rejects.toMatchObject({ status: 502 })
  expect(performance.now() - startMs).toBeLessThan(seconds(10))
})

test('expires open links when the role or the address changes', async () => {
  const user = await addUser(root)
  const mailBothLinks = async () => [await mailLinkByManager(user), await mailResetLink(user.email)]
  const updateUser = (fields: Partial<NewUser>) =>
    root.call(api.users.update, { body: { ...user, ...fields } })

  const tokens = await mailBothLinks()
  await updateUser({ phone: '+41 26 555 00 00' })
  expect(await readLinkStates(tokens)).toEqual(['valid', 'valid'])
  await updateUser({ role: 'admin' })
  expect(await readLinkStates(tokens)).toEqual(['expired', 'expired'])
  const [token = ''] = tokens
  await expect(
    server.call(api.auth.setPassword, { body: { token, password } }),
  ).rejects.toMatchObject({ status: 400 })
  await updateUser({ role: 'employee' })
  expect(await readLinkStates(tokens)).toEqual(['expired', 'expired'])

  const laterTokens = await mailBothLinks()
  await updateUser({ email: `changed-${user.email}` })
  expect(await readLinkStates(laterTokens)).toEqual(['expired', 'expired'])
  await updateUser({ email: user.email })
  expect(await readLinkStates(laterTokens)).toEqual(['expired', 'expired'])
})

test('keeps an unused link valid when a stranger requests a reset', async () => {
  const user = await addUser(root)
  const firstToken = await mailLinkByManager(user)
  mail.mails.length = 0
  const stranger = server.from('198.51.100.9')
  await stranger.call(api.auth.requestReset, { body: { email: user.email } })
  const resetToken = await mail.tokenFor(user.email)
  expect(resetToken).not.toBe(firstToken)
  await server.call(api.auth.setPassword, { body: { token: firstToken, password } })
  // Setting a password by one link ends the user's other links.
  expect(await checkLink(resetToken)).toEqual({ state: 'expired' })
})

test('writes mails to the outbox of the data folder without a mail server', async () => {
  await using ownServer = await startTestServer()
  const manager = await ownServer.signIn('root')
  const { id: userId, email } = await addUser(manager)
  await manager.call(api.auth.sendPasswordLink, { body: { userId } })
  const outbox = join(ownServer.dataDir, 'outbox')
  const [file = ''] = await readdir(outbox)
  expect(file).toMatch(/\.eml$/)
  expect(await readFile(join(outbox, file), 'utf8')).toContain(`To: ${email}`)
})

test('sends no link to a user without an address', async () => {
  const { id: userId } = await addUser(root, '')
  await expect(root.call(api.auth.sendPasswordLink, { body: { userId } })).rejects.toMatchObject({
    status: 400,
    body: { message: 'This user has no e-mail address.' },
  })
})
