// @module-tag postgres-with-all

import { type AuditEntry, api, formatAuditEvent } from '@vitrine/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { type MailServer, startMailServer } from '../../../test/mail-server.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { days, minutes } from '../../base/clock.ts'
import { recordAudit } from './service.ts'

/** The id of the demo's root, Claire Aebischer. */
const rootId = 1

let mail: MailServer
let server: TestServer
let root: Client

beforeAll(async () => {
  mail = await startMailServer()
  server = await startTestServer({ SMTP_URL: mail.url })
  root = await server.signInWithPassword('root')
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

const findLatestEntryId = async (): Promise<number> => {
  const { entries } = await root.call(api.audit.list, { query: {} })
  return entries[0]?.id ?? 0
}

/** Lists the entries after the one with this id, oldest first. */
async function listEntriesAfter(entryId: number): Promise<AuditEntry[]> {
  const { entries } = await root.call(api.audit.list, { query: {} })
  return entries.filter(({ id }) => id > entryId).reverse()
}

const operator = { id: null, name: 'The operator', email: '' }

const ada = {
  email: 'ada@example.org',
  gender: 'female' as const,
  firstName: 'Ada',
  lastName: 'Muster',
  phone: '+41 26 555 00 00',
  role: 'employee' as const,
}

test('logs the life of an account from creation to deletion', async () => {
  const earlierEntryId = await findLatestEntryId()
  const admin = await server.from('192.0.2.1').signInWithPassword('admin')
  const { id } = await admin.call(api.users.create, { body: ada })
  await admin.call(api.auth.sendPasswordLink, { body: { userId: id } })
  const token = await mail.tokenFor('ada@example.org')
  const password = 'geheimer als das'
  const home = server.from('192.0.2.2')
  await home.call(api.auth.setPassword, { body: { token, password } })
  const adasClient = await home.signInWithPassword({ email: 'ada@example.org', password })
  await adasClient.call(api.auth.changePassword, { body: { password: 'noch geheimer' } })
  await adasClient.call(api.auth.signOut)
  const changed = { ...ada, id, phone: '', lastName: 'Lovelace', role: 'admin' as const }
  const office = root.from('192.0.2.3')
  await office.call(api.users.update, { body: changed })
  // A save without a difference is not logged.
  await office.call(api.users.update, { body: changed })
  await office.call(api.users.remove, { params: { id } })

  const entries = await listEntriesAfter(earlierEntryId)
  expect(entries.map(formatAuditEvent)).toEqual([
    'Matthias Zurbriggen signed in from 192.0.2.1, A script.',
    'Matthias Zurbriggen created the user Ada Muster as employee from 192.0.2.1.',
    'Matthias Zurbriggen sent a password link to Ada Muster from 192.0.2.1.',
    'Ada Muster set a password with a link from 192.0.2.2.',
    'Ada Muster signed in from 192.0.2.2, A script.',
    'Ada Muster changed their password from 192.0.2.2.',
    'Ada Muster signed out from 192.0.2.2.',
    'Claire Aebischer changed the user Ada Lovelace: last name, phone from 192.0.2.3.',
    'Claire Aebischer changed the role of Ada Lovelace from employee to admin from 192.0.2.3.',
    'Claire Aebischer deleted the user Ada Lovelace from 192.0.2.3.',
  ])
})

test('logs failures with the user if known, and whenever a limit is reached', async () => {
  const earlierEntryId = await findLatestEntryId()
  const stranger = server.from('198.51.100.7')
  for (const email of [
    'root@example.org',
    'my secret typed into the wrong field',
    'nobody@example.org',
    'root@example.org',
    'root@example.org',
    'root@example.org',
    'root@example.org',
  ]) {
    await stranger.send(api.auth.signIn, { body: { email, password: 'wrong' } })
  }
  await stranger.send(api.auth.requestReset, { body: { email: 'nobody@example.org' } })
  const entries = await listEntriesAfter(earlierEntryId)
  expect(entries.map(formatAuditEvent)).toEqual([
    'A sign-in as Claire Aebischer failed from 198.51.100.7, A script.',
    'A sign-in as an unknown address failed from 198.51.100.7, A script.',
    'A sign-in as an unknown address failed from 198.51.100.7, A script.',
    'A sign-in as Claire Aebischer failed from 198.51.100.7, A script.',
    'A sign-in as Claire Aebischer failed from 198.51.100.7, A script.',
    'After repeated failures, sign-ins as Claire Aebischer were limited for a minute from 198.51.100.7.',
    'A sign-in as Claire Aebischer failed from 198.51.100.7, A script.',
    'A sign-in as Claire Aebischer failed from 198.51.100.7, A script.',
    'After repeated failures, sign-ins as Claire Aebischer were limited for a minute from 198.51.100.7.',
    'Someone requested a new password for an unknown address from 198.51.100.7.',
  ])
  expect(JSON.stringify(entries)).not.toMatch(/secret|nobody|wrong/)
  // Moves past the limits for the other tests.
  server.clock.advance(minutes(2))
})

test('logs uploads and their undoing, but no dry runs and no rejected calls', async () => {
  const earlierEntryId = await findLatestEntryId()
  const body = { data: [{ identifier: crypto.randomUUID() }], fileName: 'a private name.csv' }
  const { importId } = await root.call(api.imports.uploadArt, { body })
  await root.call(api.imports.uploadArt, { body: { ...body, dryRun: true } })
  await root.call(api.imports.undo, { body: { importId: importId ?? expect.fail() } })

  const rejected = [
    await root.send(api.imports.undo, { body: { importId: importId ?? expect.fail() } }),
    await root.send(api.users.create, { body: { ...ada, email: 'root@example.org' } }),
    await root.send(api.users.remove, { params: { id: rootId } }),
  ]
  for (const { ok } of rejected) expect(ok).toBe(false)
  const entries = await listEntriesAfter(earlierEntryId)
  expect(entries.map(({ kind, details }) => [kind, details])).toEqual([
    ['imported', { importId, created: 1, changed: 0 }],
    ['import-undone', { importId, kind: 'upload', restored: 1 }],
  ])
})

test('lists each entry once, newest first, across pages', async () => {
  const pageSize = 100
  // With the entries of the other tests, this makes more than one page and less than two.
  const addedCount = 1.3 * pageSize
  await server.inDatabase(async (db) => {
    for (let count = 0; count < addedCount; count++)
      await recordAudit(db, server.clock, { kind: 'exported', by: operator })
  })
  const firstPage = await root.call(api.audit.list, { query: {} })
  expect(firstPage.entries).toHaveLength(pageSize)
  const secondPage = await root.call(api.audit.list, {
    query: { before: firstPage.next ?? expect.fail() },
  })
  expect(secondPage.next).toBeNull()
  const ids = [...firstPage.entries, ...secondPage.entries].map(({ id }) => id)
  const rows = await server.inDatabase((db) =>
    db.selectFrom('audit_entry').select('id').orderBy('id', 'desc').execute(),
  )
  expect(ids).toEqual(rows.map(({ id }) => id))
})

test('filters by person and kind', async () => {
  const { entries } = await root.call(api.audit.list, { query: { person: rootId } })
  expect(entries.length).toBeGreaterThan(3)
  for (const { by, on } of entries) expect([by?.id, on?.id]).toContain(rootId)
  const failures = await root.call(api.audit.list, {
    query: { kind: 'sign-in-failed', person: rootId },
  })
  // An earlier test failed five times to sign in as root.
  expect(failures.entries.map(({ kind }) => kind)).toEqual(
    Array.from({ length: 5 }, () => 'sign-in-failed'),
  )
  expect(await root.call(api.audit.people)).toEqual(
    expect.arrayContaining([
      { id: rootId, name: 'Claire Aebischer' },
      { id: expect.any(Number), name: 'Ada Lovelace' },
    ]),
  )
})

test('filters by calendar days in Zurich', async () => {
  // In winter, days in Zurich begin at 23:00 UTC.
  const endOfJanuary = '2020-01-31T22:59:59.999Z'
  const startOfFirstDay = '2020-01-31T23:00:00.000Z'
  const endOfFirstDay = '2020-02-01T22:59:59.999Z'
  await server.inDatabase(async (db) => {
    for (const instant of [endOfJanuary, startOfFirstDay, endOfFirstDay])
      await recordAudit(db, { now: () => new Date(instant) }, { kind: 'backed-up' })
  })
  const firstDay = await root.call(api.audit.list, {
    query: { kind: 'backed-up', from: '2020-02-01', to: '2020-02-01' },
  })
  expect(firstDay.entries.map(({ at }) => at)).toEqual([endOfFirstDay, startOfFirstDay])
  const january = await root.call(api.audit.list, {
    query: { kind: 'backed-up', to: '2020-01-31' },
  })
  expect(january.entries.map(({ at }) => at)).toEqual([endOfJanuary])
})

test('rejects changes of entries even in the database', async () => {
  await server.inDatabase(async (db) => {
    const selectRows = () => db.selectFrom('audit_entry').selectAll().orderBy('id').execute()
    const rows = await selectRows()
    await expect(db.deleteFrom('audit_entry').execute()).rejects.toThrow('only ever added to')
    await expect(db.updateTable('audit_entry').set({ address: '' }).execute()).rejects.toThrow(
      'only ever added to',
    )
    expect(await selectRows()).toEqual(rows)
  })
})

test('keeps names in old entries, including those of deleted accounts', async () => {
  server.clock.advance(days(400))
  const laterRoot = await server.signIn('root')
  const { entries } = await laterRoot.call(api.audit.list, { query: { kind: 'user-deleted' } })
  expect(entries.map(formatAuditEvent)).toEqual([
    'Claire Aebischer deleted the user Ada Lovelace from 192.0.2.3.',
  ])
})
