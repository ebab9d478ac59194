// @module-tag postgres-with-all

import { api, toPublicNumber } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minutes, seconds } from '../src/base/clock.ts'
import { Client, demoPassword } from './client.ts'
import { dumpDatabase } from './dump.ts'
import { addItem } from './inventory.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { sendRawRequest } from './raw-request.ts'
import { startTestServer, type TestServer } from './server.ts'

const publicUrl = 'https://vitrine.example.org'

let mail: MailServer
let server: TestServer
let root: Client

beforeAll(async () => {
  mail = await startMailServer()
  server = await startTestServer({
    SMTP_URL: mail.url,
    MAIL_FROM: 'vitrine@example.org',
    PUBLIC_URL: publicUrl,
  })
  root = await server.signIn('root')
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

const person = {
  gender: 'female',
  firstName: 'Ada',
  lastName: 'Muster',
  phone: '',
  role: 'employee',
} as const

/** After this time, failed sign-ins and requests for links no longer count against an address. */
const limitWindowMs = minutes(1) + seconds(1)

describe('SQL in input', () => {
  const snippets = [
    `' or '1'='1`,
    `' or 1=1 --`,
    `'; drop table item; --`,
    `"; drop table item; --`,
    `\\'; delete from user_account; --`,
    `1) union select password_hash from user_account --`,
    `'||(select password_hash from user_account limit 1)||'`,
    `$1 ? :id @id %s %_ ${'{'}0}`,
  ]

  /** Makes a text unique, for fields that must be. */
  const makeUnique = (snippet: string) => `${crypto.randomUUID().slice(0, 8)} ${snippet}`

  test.for(snippets)('stores %s in an item as ordinary text', async (snippet) => {
    const texts = { identifier: makeUnique(snippet), name: snippet, description: snippet }
    const id = await addItem(root, texts)
    await root.call(api.inventory.saveTags, { body: { itemId: id, tags: { artist: snippet } } })
    expect(await root.call(api.inventory.details, { params: { id } })).toMatchObject({
      ...texts,
      tags: { artist: snippet },
    })
    await root.call(api.comments.add, { body: { itemId: id, comment: snippet } })
    expect(await root.call(api.comments.ofItem, { params: { id } })).toMatchObject([
      { comment: snippet },
    ])
  })

  test.for(snippets)(
    'stores %s in the journal and for a user as ordinary text',
    async (snippet) => {
      const name = makeUnique(snippet).slice(0, 50)
      const tag = await root.call(api.journal.addTag, { body: { name } })
      const entry = { comment: snippet, date: '2026-05-31', tags: [tag.id] }
      expect(await root.call(api.journal.add, { body: entry })).toMatchObject({
        comment: snippet,
        tags: [tag],
      })
      const user = await root.call(api.users.create, {
        body: { ...person, email: '', lastName: snippet },
      })
      expect(await root.call(api.users.read, { params: user })).toMatchObject({ lastName: snippet })
    },
  )

  test('finds and changes no row by the texts in sign-ins, tokens, links and paths', async () => {
    const readRows = () =>
      server.inDatabase((db) =>
        dumpDatabase(db, ['failed_attempt', 'known_browser', 'audit_entry', 'session']),
      )
    const before = await readRows()
    for (const [index, snippet] of snippets.entries()) {
      const stranger = server.from(`192.0.2.${index}`)
      for (const body of [
        { email: snippet, password: demoPassword },
        { email: 'admin@example.org', password: snippet },
      ])
        expect((await stranger.send(api.auth.signIn, { body })).status).toBe(401)
      server.clock.advance(limitWindowMs)

      const bearer = new Client(server.url, { token: snippet.replaceAll(' ', '') })
      expect((await bearer.send(api.inventory.art)).status).toBe(401)
      expect(await stranger.call(api.auth.checkLink, { body: { token: snippet } })).toEqual({
        state: 'unknown',
      })
      for (const path of [
        '/api/inventory/details/',
        '/api/admin/employees/',
        '/api/image/',
        '/api/public/details/',
      ]) {
        const { status } = await root.fetch(`${path}${encodeURIComponent(`1 ${snippet}`)}`)
        expect(status, path).toBe(400)
      }
    }
    expect(await readRows()).toEqual(before)
  })
})

describe('input for mail', () => {
  const addresses = [
    'ada@example.org\r\nBcc: evil@example.org',
    'ada@example.org\nBcc: evil@example.org',
    'ada@example.org, evil@example.org',
    'ada@example.org;evil@example.org',
    'Ada <evil@example.org>',
    '"evil@example.org" <ada@example.org>',
    'ada@example.org\0evil@example.org',
    'ada@example.org> RCPT TO:<evil@example.org',
    'ada@[127.0.0.1]',
    'ada@example.org(evil@example.org)',
  ]

  test.for(addresses)('rejects %j as an e-mail address', async (email) => {
    const created = await root.send(api.users.create, { body: { ...person, email } })
    expect(created.status).toBe(400)
    const requested = await server
      .from('192.0.2.1')
      .send(api.auth.requestReset, { body: { email } })
    expect([200, 400]).toContain(requested.status)
    server.clock.advance(limitWindowMs)
  })

  test('rejects line breaks in names', async () => {
    for (const field of ['firstName', 'lastName', 'phone']) {
      const body = { ...person, email: 'ada@example.org', [field]: 'Ada\r\nBcc: evil@example.org' }
      expect((await root.send(api.users.create, { body })).status).toBe(400)
    }
  })

  test('puts the configured address into links, whatever the Host header says', async () => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example',
      'content-type': 'application/json',
    }
    const body = JSON.stringify({ email: 'employee@example.org' })
    const { status } = await sendRawRequest(server.url, '/api/auth/request-reset', {
      method: 'POST',
      headers,
      body,
    })
    expect(status).toBe(200)
    const { text, html } = await mail.mailTo('employee@example.org')
    expect(text).toContain(`${publicUrl}/set-password/`)
    expect(`${text}${html}`).not.toContain('evil')
  })

  // After the tests above, of which one requests this link.
  test('sends no mail but the link to the existing account', () => {
    expect(mail.mails.map(({ to, cc, bcc }) => ({ to, cc, bcc }))).toEqual([
      {
        to: [expect.objectContaining({ address: 'employee@example.org' })],
        cc: undefined,
        bcc: undefined,
      },
    ])
  })
})

describe('input for headers', () => {
  test('quotes the name of an item in the file name of a download', async () => {
    const name = 'a"; filename="evil.html"; x=\\"é🙂%0d%0aSet-Cookie: a=b;'
    const id = await addItem(root, { name })
    const { status, headers } = await server.fetch(`/api/pdf-art/v6/${toPublicNumber('art', id)}`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toMatch(
      /^inline; filename="[^"\\]+\.pdf"; filename\*=UTF-8''[\w.%~!-]+\.pdf$/,
    )
    expect(headers.get('set-cookie')).toBeNull()
  })

  test('ignores a forged X-Forwarded-For', async () => {
    // The client chooses the first address; only the last one is from the proxy.
    const guess = async (attempt: number) => {
      const client = server.from(`10.9.8.${attempt}, 198.51.100.9`)
      const body = { email: `guess${attempt}@example.org`, password: 'x' }
      return (await client.send(api.auth.signIn, { body })).status
    }
    for (let attempt = 1; attempt <= 5; attempt++) expect(await guess(attempt)).toBe(401)
    expect(await guess(6)).toBe(429)
  })
})
