// @module-tag postgres-with-all

import { type AuditEntry, api, formatAuditEvent } from '@vitrine/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { type MailServer, startMailServer } from '../../../test/mail-server.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { days, minutes } from '../../base/clock.ts'
import { recordAudit } from './service.ts'

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

/** The entries since the last call, oldest first. */
let seen = 0
async function newEntries(): Promise<AuditEntry[]> {
  const { entries } = await root.call(api.audit.list, { query: {} })
  const fresh = entries.filter(({ id }) => id > seen).reverse()
  seen = entries[0]?.id ?? seen
  return fresh
}
const sentences = async () => (await newEntries()).map(formatAuditEvent)

const person = {
  email: 'ada@example.org',
  gender: 'female' as const,
  firstName: 'Ada',
  lastName: 'Muster',
  phone: '+41 26 555 00 00',
  role: 'employee' as const,
}

test('logs the life of an account from creation to deletion', async () => {
  await newEntries()
  const admin = await server.from('192.0.2.1').signInWithPassword('admin')
  const { id } = await admin.call(api.users.create, { body: person })
  await admin.call(api.auth.sendPasswordLink, { body: { userId: id } })
  const token = await mail.tokenFor('ada@example.org')
  await server
    .from('192.0.2.2')
    .call(api.auth.setPassword, { body: { token, password: 'geheimer als das' } })
  const ada = await server
    .from('192.0.2.2')
    .signInWithPassword({ email: 'ada@example.org', password: 'geheimer als das' })
  await ada.call(api.auth.changePassword, { body: { password: 'noch geheimer' } })
  await ada.call(api.auth.signOut)
  const changed = { ...person, id, phone: '', lastName: 'Lovelace', role: 'admin' as const }
  await root.from('192.0.2.3').call(api.users.update, { body: changed })
  await root.from('192.0.2.3').call(api.users.update, { body: changed })
  await root.from('192.0.2.3').call(api.users.remove, { params: { id } })

  expect(await sentences()).toEqual([
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

test('logs failures with the user if known, and each reached limit once', async () => {
  await newEntries()
  const stranger = server.from('198.51.100.7')
  const tries = ['root@example.org', 'my secret typed into the wrong field', 'nobody@example.org']
  for (const email of [
    ...tries,
    'root@example.org',
    'root@example.org',
    'root@example.org',
    'root@example.org',
  ]) {
    await stranger.send(api.auth.signIn, { body: { email, password: 'wrong' } })
  }
  await stranger.send(api.auth.requestReset, { body: { email: 'nobody@example.org' } })
  const entries = await newEntries()
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
  server.clock.advance(minutes(2))
})

test('logs uploads and their undoing, but no rejected uploads', async () => {
  await newEntries()
  const body = { data: [{ identifier: crypto.randomUUID() }], fileName: 'a private name.csv' }
  const { importId } = await root.call(api.imports.uploadArt, { body })
  await root.call(api.imports.uploadArt, { body: { ...body, dryRun: true } })
  await root.call(api.imports.undo, { body: { importId: importId ?? 0 } })
  await root.send(api.imports.undo, { body: { importId: importId ?? 0 } })
  await root.send(api.users.create, { body: { ...person, email: 'root@example.org' } })
  await root.send(api.users.remove, { params: { id: 1 } })
  const entries = await newEntries()
  expect(entries.map(({ kind, details }) => [kind, details])).toEqual([
    ['imported', { importId, created: 1, changed: 0 }],
    ['import-undone', { importId, kind: 'upload', restored: 1 }],
  ])
})

test('lists each entry once, in order, across filters and pages', async () => {
  await server.inDatabase(async (db) => {
    for (let entry = 0; entry < 130; entry++) {
      await recordAudit(db, server.clock, {
        kind: 'exported',
        by: { id: null, name: 'The operator', email: '' },
      })
    }
  })
  const first = await root.call(api.audit.list, { query: {} })
  expect(first.entries).toHaveLength(100)
  const second = await root.call(api.audit.list, { query: { before: first.next ?? 0 } })
  expect(second.next).toBeNull()
  const ids = [...first.entries, ...second.entries].map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
  const all = await server.inDatabase((db) => db.selectFrom('audit_entry').select('id').execute())
  expect(ids).toHaveLength(all.length)

  const rootId = 1
  const about = await root.call(api.audit.list, { query: { person: rootId } })
  expect(about.entries.length).toBeGreaterThan(3)
  for (const { by, on } of about.entries) expect([by?.id, on?.id]).toContain(rootId)
  const failed = await root.call(api.audit.list, {
    query: { kind: 'sign-in-failed', person: rootId },
  })
  expect(failed.entries.map(({ kind }) => kind)).toEqual(
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
  const at = (iso: string) => ({ now: () => new Date(iso) })
  await server.inDatabase(async (db) => {
    for (const iso of [
      '2020-01-31T22:59:59.999Z',
      '2020-01-31T23:00:00.000Z',
      '2020-02-01T22:59:59.999Z',
    ])
      await recordAudit(db, at(iso), { kind: 'backed-up' })
  })
  const day = await root.call(api.audit.list, {
    query: { kind: 'backed-up', from: '2020-02-01', to: '2020-02-01' },
  })
  expect(day.entries.map((entry) => entry.at)).toEqual([
    '2020-02-01T22:59:59.999Z',
    '2020-01-31T23:00:00.000Z',
  ])
  const before = await root.call(api.audit.list, { query: { kind: 'backed-up', to: '2020-01-31' } })
  expect(before.entries).toHaveLength(1)
})

test('rejects changes of entries even in the database', async () => {
  await server.inDatabase(async (db) => {
    const rows = () => db.selectFrom('audit_entry').selectAll().orderBy('id').execute()
    const before = await rows()
    await expect(db.deleteFrom('audit_entry').execute()).rejects.toThrow('only ever added to')
    await expect(db.updateTable('audit_entry').set({ address: '' }).execute()).rejects.toThrow(
      'only ever added to',
    )
    expect(await rows()).toEqual(before)
  })
})

test('keeps names in old entries, including those of deleted accounts', async () => {
  server.clock.advance(days(400))
  const again = await server.signInWithPassword('root')
  const old = await again.call(api.audit.list, { query: { kind: 'user-deleted' } })
  expect(old.entries.map(formatAuditEvent)).toEqual([
    'Claire Aebischer deleted the user Ada Lovelace from 192.0.2.3.',
  ])
})
