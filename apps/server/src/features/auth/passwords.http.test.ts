import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api, type NewUser } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { Client } from '../../../test/client.ts'
import { startMailServer, startSilentServer } from '../../../test/mail-server.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { days, minutes } from '../../base/clock.ts'

// @module-tag sqlite

const password = 'ein neues Passwort'
const publicUrl = 'https://vitrine.example.org'
const withMail = (url: string) =>
  startTestServer({
    SMTP_URL: url,
    MAIL_FROM: 'vitrine@example.org',
    PUBLIC_URL: publicUrl,
    FOUNDATION_NAME: 'Fondation A & B',
  })

async function addUser(server: TestServer, email: string): Promise<NewUser & { id: number }> {
  const root = await server.signInWithPassword('root')
  const user = {
    email,
    gender: 'female',
    firstName: 'Ada',
    lastName: 'Muster',
    phone: '',
    role: 'employee',
  } as const
  return { ...user, ...(await root.call(api.users.create, { body: user })) }
}

test('sets a password once by a mailed reset link, and ends all sessions', async () => {
  await using mail = await startMailServer()
  await using server = await withMail(mail.url)
  const before = await server.signInWithPassword('admin')

  await server.call(api.auth.requestReset, { body: { email: 'ADMIN@example.org' } })
  const message = await mail.mailTo('admin@example.org')
  expect(message.from?.address).toBe('vitrine@example.org')
  expect(message.text).toMatch(/nouveau mot de passe.*neues Passwort.*new password/s)
  expect(message.text).toMatch(/^Vitrine – Fondation A & B\n/)
  expect(message.html).toContain('<p>Vitrine – Fondation A &amp; B</p>')
  expect(message.html).toMatch(/<a href="https:\/\/vitrine\.example\.org\/set-password\//)

  const token = await mail.tokenFor('admin@example.org')
  expect(await server.call(api.auth.checkLink, { body: { token } })).toEqual({
    state: 'valid',
    email: 'admin@example.org',
  })
  await server.call(api.auth.setPassword, { body: { token, password } })

  await expect(
    server.signInWithPassword({ email: 'admin@example.org', password }),
  ).resolves.toBeInstanceOf(Client)
  await expect(before.call(api.users.list)).rejects.toMatchObject({ status: 401 })
  expect(await server.call(api.auth.checkLink, { body: { token } })).toEqual({ state: 'used' })
  await expect(
    server.call(api.auth.setPassword, { body: { token, password } }),
  ).rejects.toMatchObject({
    status: 400,
    body: { message: 'This link has been used already. Please ask for a new one.' },
  })
})

test('reveals nothing about the account of an invalid link', async () => {
  await using mail = await startMailServer()
  await using server = await withMail(mail.url)
  await server.call(api.auth.requestReset, { body: { email: 'admin@example.org' } })
  const token = await mail.tokenFor('admin@example.org')
  server.clock.advance(minutes(61))
  expect(await server.call(api.auth.checkLink, { body: { token } })).toEqual({ state: 'expired' })
  expect(await server.call(api.auth.checkLink, { body: { token: 'made-up' } })).toEqual({
    state: 'unknown',
  })
})

test('accepts a link once from concurrent requests', async () => {
  await using mail = await startMailServer()
  await using server = await withMail(mail.url)
  await server.call(api.auth.requestReset, { body: { email: 'admin@example.org' } })
  const token = await mail.tokenFor('admin@example.org')
  const statuses = await Promise.all(
    ['first-password', 'second-password'].map(
      async (password) =>
        (await server.send(api.auth.setPassword, { body: { token, password } })).status,
    ),
  )
  expect(statuses.toSorted()).toEqual([200, 400])
})

test('gives the same answer for known and unknown addresses', async () => {
  await using mail = await startMailServer()
  await using server = await withMail(mail.url)
  const [known, unknown] = await Promise.all(
    ['root@example.org', 'nobody@example.org'].map((email) =>
      server.call(api.auth.requestReset, { body: { email } }),
    ),
  )
  expect(known).toEqual(unknown)
  await mail.mailTo('root@example.org')
  expect(mail.mails).toHaveLength(1)
})

test('mentions a first password only to users without one', async () => {
  await using mail = await startMailServer()
  await using server = await withMail(mail.url)
  const root = await server.signIn('root')
  const listed = await root.call(api.users.list)
  const userId = listed.find(({ email }) => email === 'employee@example.org')?.id ?? 0
  await root.call(api.auth.sendPasswordLink, { body: { userId } })
  const { text } = await mail.mailTo('employee@example.org')
  expect(text).not.toMatch(/first|erstes|premier/)
  expect(text).toContain(
    'This link, sent by a colleague, lets you choose a new password. It is valid for 7 days',
  )

  const email = 'novice@example.org'
  const novice = {
    email,
    gender: 'female',
    firstName: 'Nora',
    lastName: '',
    phone: '',
    role: 'employee',
  } as const
  const { id } = await root.call(api.users.create, { body: novice })
  await root.call(api.auth.sendPasswordLink, { body: { userId: id } })
  expect((await mail.mailTo(email)).text).toContain('lets you choose your first password')
})

test('expires reset links after an hour, first links after seven days', async () => {
  await using mail = await startMailServer()
  await using server = await withMail(mail.url)
  const { id } = await addUser(server, 'ada@example.org')
  const root = await server.signInWithPassword('root')

  await server.call(api.auth.requestReset, { body: { email: 'admin@example.org' } })
  await root.call(api.auth.sendPasswordLink, { body: { userId: id } })
  const [reset, first] = [
    await mail.tokenFor('admin@example.org'),
    await mail.tokenFor('ada@example.org'),
  ]
  const states = async () => {
    const tokens = [reset, first].map((token) =>
      server.call(api.auth.checkLink, { body: { token } }),
    )
    return (await Promise.all(tokens)).map(({ state }) => state)
  }

  server.clock.advance(minutes(59))
  expect(await states()).toEqual(['valid', 'valid'])
  server.clock.advance(minutes(2))
  expect(await states()).toEqual(['expired', 'valid'])
  server.clock.advance(days(7))
  expect(await states()).toEqual(['expired', 'expired'])
  await expect(
    server.call(api.auth.setPassword, { body: { token: first, password } }),
  ).rejects.toMatchObject({
    body: { message: 'This link has expired. Please ask for a new one.' },
  })
})

test('ends a link with a newer one or a changed address', async () => {
  await using mail = await startMailServer({ delayMs: 200 })
  await using server = await withMail(mail.url)
  const user = await addUser(server, 'ada@example.org')
  const root = await server.signInWithPassword('root')
  const send = async () => {
    mail.mails.length = 0
    await root.call(api.auth.sendPasswordLink, { body: { userId: user.id } })
    return mail.tokenFor('ada@example.org')
  }
  const readLinkState = async (token: string) =>
    (await server.call(api.auth.checkLink, { body: { token } })).state

  const [old, current] = [await send(), await send()]
  expect([await readLinkState(old), await readLinkState(current)]).toEqual(['expired', 'valid'])

  mail.mails.length = 0
  await Promise.all(
    [1, 2].map(() => root.call(api.auth.sendPasswordLink, { body: { userId: user.id } })),
  )
  const both = mail.mails.map(({ text }) => /\/set-password\/([\w-]+)/.exec(text ?? '')?.[1] ?? '')
  expect((await Promise.all([current, ...both].map(readLinkState))).toSorted()).toEqual([
    'expired',
    'expired',
    'valid',
  ])

  const last = await send()
  await root.call(api.users.update, { body: { ...user, email: 'ada.muster@example.org' } })
  expect(await readLinkState(last)).toBe('expired')
})

test('limits links to five an hour per recipient and twenty a minute per sender', async () => {
  await using mail = await startMailServer()
  await using server = await withMail(mail.url)
  const [root, admin] = [await server.signIn('root'), await server.signIn('admin')]
  const { id } = await addUser(server, 'ada@example.org')
  const send = async (client: Client, userId: number) =>
    (await client.send(api.auth.sendPasswordLink, { body: { userId } })).status
  const atOnce = await Promise.all([1, 2, 3, 4, 5, 6].map(() => send(root, id)))
  expect(atOnce.toSorted()).toEqual([200, 200, 200, 200, 200, 429])
  await expect(
    admin.call(api.auth.sendPasswordLink, { body: { userId: id } }),
  ).rejects.toMatchObject({
    status: 429,
    body: { message: expect.stringContaining('within the last hour') },
  })
  server.clock.advance(minutes(61))
  expect(await send(root, id)).toBe(200)

  const person = {
    gender: 'male',
    firstName: 'Bo',
    lastName: 'Muster',
    phone: '',
    role: 'employee',
  } as const
  const others = []
  for (let count = 0; count < 20; count++)
    others.push(
      (await root.call(api.users.create, { body: { ...person, email: `bo${count}@example.org` } }))
        .id,
    )
  const statuses = []
  for (const other of others) statuses.push(await send(root, other))
  expect(statuses).toEqual([...Array.from({ length: 19 }, () => 200), 429])
  expect(await send(admin, others.at(-1) ?? 0)).toBe(200)
  expect(mail.mails).toHaveLength(5 + 1 + 19 + 1)
})

test('stores hashes instead of link tokens', async () => {
  await using mail = await startMailServer()
  await using server = await withMail(mail.url)
  await server.call(api.auth.requestReset, { body: { email: 'root@example.org' } })
  const token = await mail.tokenFor('root@example.org')
  const rows = await server.inDatabase((db) => db.selectFrom('password_link').selectAll().execute())
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('reports an unreachable mail server for known and unknown addresses alike', async () => {
  const mail = await startMailServer()
  await using server = await withMail(mail.url)
  const root = await server.signInWithPassword('root')
  await root.call(api.auth.sendPasswordLink, { body: { userId: 2 } })
  const token = await mail.tokenFor('admin@example.org')
  await mail[Symbol.asyncDispose]()

  for (const email of ['admin@example.org', 'nobody@example.org']) {
    await expect(server.call(api.auth.requestReset, { body: { email } })).rejects.toMatchObject({
      status: 502,
      body: { message: 'Could not send the email.' },
    })
  }
  await expect(root.call(api.auth.sendPasswordLink, { body: { userId: 2 } })).rejects.toMatchObject(
    { status: 502 },
  )
  expect(await server.call(api.auth.checkLink, { body: { token } })).toMatchObject({
    state: 'valid',
  })
})

test('reports a rejected mailbox to staff', async () => {
  await using mail = await startMailServer()
  await using server = await withMail(mail.url)
  const { id } = await addUser(server, 'refused@example.org')
  const root = await server.signInWithPassword('root')
  await expect(
    root.call(api.auth.sendPasswordLink, { body: { userId: id } }),
  ).rejects.toMatchObject({ status: 502 })
})

test('does not delay the response if the mail server hangs', {
  timeout: 15_000,
}, async () => {
  await using mail = await startSilentServer()
  await using server = await withMail(mail.url)
  const started = performance.now()
  await expect(
    server.call(api.auth.requestReset, { body: { email: 'root@example.org' } }),
  ).rejects.toMatchObject({
    status: 502,
  })
  expect(performance.now() - started).toBeLessThan(10_000)
})

test('ends open links with a changed role or address', async () => {
  await using mail = await startMailServer()
  await using server = await withMail(mail.url)
  const user = await addUser(server, 'ada@example.org')
  const root = await server.signInWithPassword('root')
  const openLinks = async () => {
    mail.mails.length = 0
    await root.call(api.auth.sendPasswordLink, { body: { userId: user.id } })
    const first = await mail.tokenFor('ada@example.org')
    mail.mails.length = 0
    await server.call(api.auth.requestReset, { body: { email: 'ada@example.org' } })
    return [first, await mail.tokenFor('ada@example.org')]
  }
  const readLinkStates = (tokens: string[]) =>
    Promise.all(
      tokens.map(
        async (token) => (await server.call(api.auth.checkLink, { body: { token } })).state,
      ),
    )
  const change = (fields: Partial<NewUser>) =>
    root.call(api.users.update, { body: { ...user, ...fields } })

  const beforePromotion = await openLinks()
  await change({ phone: '+41 26 555 00 00' })
  expect(await readLinkStates(beforePromotion)).toEqual(['valid', 'valid'])
  await change({ role: 'admin' })
  expect(await readLinkStates(beforePromotion)).toEqual(['expired', 'expired'])
  const [token = ''] = beforePromotion
  await expect(
    server.call(api.auth.setPassword, { body: { token, password } }),
  ).rejects.toMatchObject({ status: 400 })
  await change({ role: 'employee' })
  expect(await readLinkStates(beforePromotion)).toEqual(['expired', 'expired'])

  const beforeMove = await openLinks()
  await change({ email: 'ada.muster@example.org' })
  await change({ email: 'ada@example.org' })
  expect(await readLinkStates(beforeMove)).toEqual(['expired', 'expired'])
})

test('keeps an unused link valid when a stranger requests a reset', async () => {
  await using mail = await startMailServer()
  await using server = await withMail(mail.url)
  const { id } = await addUser(server, 'ada@example.org')
  const root = await server.signInWithPassword('root')
  await root.call(api.auth.sendPasswordLink, { body: { userId: id } })
  const first = await mail.tokenFor('ada@example.org')
  mail.mails.length = 0
  await server
    .from('198.51.100.9')
    .call(api.auth.requestReset, { body: { email: 'ada@example.org' } })
  const reset = await mail.tokenFor('ada@example.org')
  expect(reset).not.toBe(first)
  await server.call(api.auth.setPassword, { body: { token: first, password } })
  // Using one of them ends the others.
  expect(await server.call(api.auth.checkLink, { body: { token: reset } })).toEqual({
    state: 'expired',
  })
})

test('without a mail server, mails land in the outbox of the data folder', async () => {
  await using server = await startTestServer()
  const root = await server.signInWithPassword('root')
  await root.call(api.auth.sendPasswordLink, { body: { userId: 2 } })
  const [file] = await readdir(join(server.dataDir, 'outbox'))
  expect(file).toMatch(/\.eml$/)
  expect(await readFile(join(server.dataDir, 'outbox', file ?? ''), 'utf8')).toContain(
    'To: admin@example.org',
  )
})

test('a user without an address can’t get a link', async () => {
  await using server = await startTestServer()
  const { id } = await addUser(server, '')
  const root = await server.signInWithPassword('root')
  await expect(
    root.call(api.auth.sendPasswordLink, { body: { userId: id } }),
  ).rejects.toMatchObject({
    status: 400,
    body: { message: 'This user has no e-mail address.' },
  })
})
