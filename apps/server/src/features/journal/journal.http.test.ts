// @module-tag postgres

import { api, type JournalEntry, newestEntryFirst } from '@vitrine/contract'
import { sql } from 'kysely'
import { expect, inject } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem } from '../../../test/inventory.ts'
import { startTestServer, test } from '../../../test/server.ts'
import { days, minutes } from '../../base/clock.ts'
import { itemStore, newState, writeItems } from '../inventory/index.ts'
import { checkMentions, repairMentions } from './index.ts'

const text = (changes: { comment?: string; date?: string; tags?: number[] } = {}) => ({
  comment: 'Batterie geladen',
  date: '2026-05-31',
  tags: [],
  ...changes,
})

const all = async (client: Client): Promise<JournalEntry[]> => (await client.call(api.journal.list)).data

async function entry(client: Client, id: number): Promise<JournalEntry | undefined> {
  return (await all(client)).find((candidate) => candidate.id === id)
}

const newTag = async (client: Client, name: string = crypto.randomUUID()) =>
  (await client.call(api.journal.addTag, { body: { name } })).id

test('an entry is read back as typed, with its author and its tags by name', async ({ admin }) => {
  const tags = [await newTag(admin, 'Zylinder'), await newTag(admin, 'Écurie'), await newTag(admin, 'Dach')]
  const comment = '  Über 3 Zeilen\n\n\tmit Rändern  \n'
  const added = await admin.call(api.journal.add, { body: text({ comment: comment.replaceAll('\n', '\r\n'), tags }) })

  expect(added).toEqual({
    id: expect.any(Number),
    comment,
    date: '2026-05-31',
    created: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    first_name: 'Matthias',
    last_name: 'Zurbriggen',
    tags: [
      { id: tags[2], name: 'Dach' },
      { id: tags[1], name: 'Écurie' },
      { id: tags[0], name: 'Zylinder' },
    ],
    version: 1,
  })
  expect(await entry(admin, added.id)).toEqual(added)
})

test('the list is in order, by day and then by when it was written', async ({ server, root }) => {
  for (const date of ['2026-05-30', '2099-01-01', '2026-05-30', '2031-12-31']) {
    await root.call(api.journal.add, { body: text({ date }) })
    server.clock.advance(1)
  }
  const entries = await all(root)
  expect(entries.slice(0, 2).map(({ date }) => date)).toEqual(['2099-01-01', '2031-12-31'])
  expect(entries).toEqual([...entries].sort((a, b) => newestEntryFirst(a, b) || b.id - a.id))
})

test('the list is named by its content: unchanged it does not travel again, on whichever server it changed', async ({
  server,
  root,
}) => {
  await using second = await server.another()
  const elsewhere = await second.signIn('root')
  const first = await root.fetch('/api/journal')
  const etag = first.headers.get('etag') ?? ''
  const again = () => root.fetch('/api/journal', { headers: { 'if-none-match': etag } })
  expect((await again()).status).toBe(304)

  const { id } = await elsewhere.call(api.journal.add, { body: text() })
  expect((await again()).status).toBe(200)
  expect(await entry(root, id)).toMatchObject({ id })
})

test('a comment and a day that exists are needed', async ({ root }) => {
  const refused = async (body: object, field: string) => {
    const response = await root.fetch('/api/journal', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ obj: { fields: { [field]: expect.any(String) } } })
  }
  await refused({ ...text(), comment: ' \n ' }, 'comment')
  await refused({ ...text(), comment: 'x'.repeat(20_001) }, 'comment')
  await refused({ ...text(), comment: 'a\0b' }, 'comment')
  await refused({ ...text(), date: '2026-02-30' }, 'date')
  await refused({ ...text(), date: '' }, 'date')
  await refused({ ...text(), tags: [2_000_000] }, 'tags')
  await refused({ ...text(), tags: 'Werkstatt' }, 'tags')
})

test('a change replaces comment, day and tags and keeps the author', async ({ root, admin }) => {
  const [old, fresh] = [await newTag(root), await newTag(root)]
  const { id } = await root.call(api.journal.add, { body: text({ tags: [old] }) })
  const changed = await admin.call(api.journal.change, {
    params: { id },
    body: text({ comment: 'neu', date: '2026-06-01', tags: [fresh, fresh] }),
  })
  expect(changed).toMatchObject({ comment: 'neu', date: '2026-06-01', first_name: 'Claire', version: 2 })
  expect(changed.tags.map((tag) => tag.id)).toEqual([fresh])
  expect(await entry(root, id)).toEqual(changed)

  const nowhere = { params: { id: 2_000_000 }, body: text() }
  await expect(admin.call(api.journal.change, nowhere)).rejects.toMatchObject({ status: 404 })
})

test('a save over somebody else’s change is a conflict that tells what there is now and whose it is', async ({
  root,
  admin,
}) => {
  const { id, version } = await root.call(api.journal.add, { body: text() })
  const first = await admin.call(api.journal.change, { params: { id }, body: { ...text({ comment: 'Ich' }), version } })

  const late = root.call(api.journal.change, { params: { id }, body: { ...text({ comment: 'Und ich' }), version } })
  await expect(late).rejects.toMatchObject({
    status: 409,
    body: { obj: { current: first, changedBy: 'Matthias Zurbriggen', changedAt: expect.stringMatching(/Z$/) } },
  })
  expect(await entry(root, id)).toEqual(first)
})

test('of two who save the same version at once, one is told', async ({ server }) => {
  await using second = await server.another()
  const [root, admin] = [await server.signIn('root'), await second.signIn('admin')]
  const { id, version } = await root.call(api.journal.add, { body: text() })
  const outcomes = await Promise.allSettled([
    root.call(api.journal.change, { params: { id }, body: { ...text({ comment: 'Ich' }), version } }),
    admin.call(api.journal.change, { params: { id }, body: { ...text({ comment: 'Und ich' }), version } }),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('an identifier in an entry leads to its item, whatever the item is called later, and the item names the entry', async ({
  server,
  root,
  admin,
}) => {
  const rename = (itemId: number, identifier: string) =>
    root.call(api.inventory.saveInfo, { body: { itemId, data: { identifier, name: 'Alpha', description: '' } } })
  const mentioned = (id: number) => admin.call(api.journal.mentions, { params: { id } })
  const [car, other] = [
    await addItem(root, { identifier: 'ZZ-013', type_id: 1 }),
    await addItem(root, { identifier: 'ZZ-014' }),
  ]
  const comment = `${'Lange Einleitung. '.repeat(30)}Bremsen von zz-013/ZZ-014 geprüft, 12 Stunden, ZZ-999.`
  const added = await admin.call(api.journal.add, { body: text({ comment }) })
  const mentions = [
    { word: 'zz-013', itemId: car },
    { word: 'ZZ-014', itemId: other },
  ]
  expect(added.mentions).toEqual(mentions)
  expect((await entry(root, added.id))?.mentions).toEqual(mentions)
  expect(await mentioned(car)).toEqual({
    data: [
      {
        id: added.id,
        date: '2026-05-31',
        first_name: 'Matthias',
        last_name: 'Zurbriggen',
        word: 'zz-013',
        excerpt: expect.stringMatching(/^… .*Einleitung\. Bremsen von zz-013\/ZZ-014 geprüft, 12 Stunden, ZZ-999\.$/),
      },
    ],
    total: 1,
  })

  // The item is called otherwise now, and its identifier is somebody else's.
  await rename(car, 'ZZ-113')
  const newcomer = await addItem(root, { identifier: 'ZZ-013', type_id: 1 })
  const changed = await root.call(api.journal.change, {
    params: { id: added.id },
    body: text({ comment: 'zz-013, ZZ-013' }),
  })
  expect(changed.mentions).toEqual([
    { word: 'zz-013', itemId: car },
    { word: 'ZZ-013', itemId: newcomer },
  ])
  expect((await mentioned(other)).total).toBe(0)

  // Undone, deleted and restored, it leads where its text says.
  const { changes } = await root.call(api.history.of, { params: { subject: 'journal', id: added.id }, query: {} })
  await root.call(api.history.undo, { body: { subject: 'journal', id: added.id, changeId: changes[0]?.id ?? 0 } })
  expect((await entry(root, added.id))?.mentions).toEqual(mentions)
  await root.call(api.journal.remove, { params: { id: added.id } })
  expect(await mentioned(car)).toEqual({ data: [], total: 0 })
  expect((await root.call(api.journal.restore, { body: { id: added.id } })).mentions).toEqual(mentions)

  // What is lost is found again, by the history of the item where its identifier is nobody's now.
  await rename(newcomer, 'ZZ-213')
  const check = () => server.inDatabase(checkMentions)
  expect(await check()).toEqual([])
  await server.inDatabase((db) => db.deleteFrom('entry_mention').where('entry_id', '=', added.id).execute())
  expect(await check()).toEqual([`Journal entry ${added.id} does not lead to the items that it mentions.`])
  await server.inDatabase((db) => db.transaction().execute(repairMentions))
  expect(await check()).toEqual([])
  expect((await mentioned(other)).total).toBe(1)
  expect((await mentioned(newcomer)).total).toBe(1)
})

test('an entry written before its item leads to it as soon as the item is added, uploaded or renamed', async ({
  server,
  root,
  admin,
}) => {
  const comment = 'Angeboten: YY-001, yy-002, YY-003; nicht YY-0011.'
  const added = await admin.call(api.journal.add, { body: text({ comment }) })
  await admin.call(api.journal.list)
  const mentions = async () => (await entry(admin, added.id))?.mentions ?? []
  expect(await mentions()).toEqual([])

  const first = await addItem(root, { identifier: 'YY-001' })
  expect(await mentions()).toEqual([{ word: 'YY-001', itemId: first }])
  const second = await addItem(root, { identifier: 'XX-002' })
  await root.call(api.inventory.saveInfo, {
    body: { itemId: second, data: { identifier: 'YY-002', name: 'Alpha', description: '' } },
  })
  // Many at once, more than are sought one by one.
  const data = Array.from({ length: 30 }, (_, index) => ({ identifier: `YY-${String(index + 3).padStart(3, '0')}` }))
  await root.call(api.imports.uploadArt, { body: { data: data.map((row) => ({ ...row, name: 'Alpha' })) } })
  const words = (await mentions()).map(({ word }) => word)
  expect(words.toSorted()).toEqual(['YY-001', 'YY-003', 'yy-002'])
  expect(await server.inDatabase(checkMentions)).toEqual([])

  // A word that leads somewhere stays as it is.
  await root.call(api.inventory.saveInfo, {
    body: { itemId: first, data: { identifier: 'XX-001', name: 'Alpha', description: '' } },
  })
  await addItem(root, { identifier: 'YY-001' })
  expect((await mentions()).find(({ word }) => word === 'YY-001')).toEqual({ word: 'YY-001', itemId: first })
})

const someone = {
  actor: { userId: 1, sessionId: 0, email: '', firstName: 'Claire', lastName: '', role: 'root', address: '' },
  at: '2026-05-31T08:00:00.000Z',
} as const

// SQLite lets nobody else write meanwhile.
test.runIf(inject('postgresUrl')).for(['added', 'renamed'])(
  'an entry that is written while its item is %s waits for it, and leads to it',
  async (what) => {
    await using server = await startTestServer()
    const admin = await server.signIn('admin')
    const existing = await addItem(admin, { identifier: 'ZZ-001' })
    const { sent, id } = await server.inDatabase((db) =>
      db.transaction().execute(async (tx) => {
        const before = what === 'added' ? null : ((await itemStore(tx).lock(existing)) ?? null)
        const itemId = before?.id ?? (await itemStore(tx).reserveIds('art', 1))
        const after = newState({ identifier: 'ZZ-777', name: '', description: '' })
        await writeItems(tx, [{ item: { id: itemId, type: 'art' }, kind: 'info', before, after }], someone)
        const entry = admin.call(api.journal.add, { body: text({ comment: 'ZZ-777, vorher ZZ-001' }) })
        const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
        await expect.poll(async () => (await waiting.execute(tx)).rows.length, { timeout: 20_000 }).toBe(1)
        return { sent: entry, id: itemId }
      }),
    )
    expect((await sent).mentions).toContainEqual({ word: 'ZZ-777', itemId: id })
  },
)

test('of many entries that mention an item the newest are named, and all are counted', async ({ root }) => {
  const id = await addItem(root, { identifier: 'ZZ-020' })
  for (let day = 10; day < 32; day++)
    await root.call(api.journal.add, { body: text({ comment: 'ZZ-020 zz-020', date: `2026-05-${day}` }) })
  const { data, total } = await root.call(api.journal.mentions, { params: { id } })
  expect(total).toBe(22)
  expect(data.map(({ date }) => date)).toEqual(Array.from({ length: 20 }, (_, index) => `2026-05-${31 - index}`))
})

test('a deleted entry is gone, and comes back as it was within 30 days', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const added = await root.call(api.journal.add, { body: text({ tags: [await newTag(root)] }) })
  const restore = () => root.call(api.journal.restore, { body: { id: added.id } })
  await expect(restore()).rejects.toMatchObject({ status: 404 })

  await root.call(api.journal.remove, { params: { id: added.id } })
  expect(await entry(root, added.id)).toBeUndefined()
  const change = root.call(api.journal.change, { params: { id: added.id }, body: text() })
  await expect(change).rejects.toMatchObject({ status: 404 })
  await expect(root.call(api.journal.remove, { params: { id: added.id } })).rejects.toMatchObject({ status: 404 })

  server.clock.advance(days(29))
  const again = await server.signIn('root')
  expect((await again.call(api.journal.deleted)).data).toEqual([{ ...added, deleted: expect.any(String) }])
  expect(await restore()).toEqual(added)
  expect((await again.call(api.journal.deleted)).data).toEqual([])
  expect(await entry(root, added.id)).toEqual(added)
})

test('after 30 days a deleted entry can’t be restored, even before it is purged', async () => {
  await using server = await startTestServer()
  const { id } = await (await server.signIn('root')).call(api.journal.add, { body: text() })
  await (await server.signIn('root')).call(api.journal.remove, { params: { id } })
  server.clock.advance(days(30) + minutes(1))
  const root = await server.signIn('root')
  expect((await root.call(api.journal.deleted)).data).toEqual([])
  await expect(root.call(api.journal.restore, { body: { id } })).rejects.toMatchObject({ status: 404 })
})

test('tags come by name, and a name can be had once, whatever its case', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const added = await root.call(api.journal.addTag, { body: { name: ' Ämtli 10 ' } })
  await root.call(api.journal.addTag, { body: { name: 'Ämtli 9' } })
  expect(added).toEqual({ id: expect.any(Number), name: 'Ämtli 10' })
  for (const name of ['ämtli 10', 'A\u0308MTLI 10']) {
    await expect(root.call(api.journal.addTag, { body: { name } })).rejects.toMatchObject({ status: 409 })
  }
  await expect(root.call(api.journal.addTag, { body: { name: '  ' } })).rejects.toMatchObject({ status: 400 })

  const names = (await root.call(api.journal.tags)).data.map((tag) => tag.name)
  expect(names.indexOf('Ämtli 10') - names.indexOf('Ämtli 9')).toBe(1)
  expect(names).toEqual([...names].sort(new Intl.Collator('fr-CH', { numeric: true }).compare))
})

test('a deleted tag leaves all entries', async ({ root }) => {
  const [gone, stays] = [await newTag(root, 'weg'), await newTag(root, 'da')]
  const { id } = await root.call(api.journal.add, { body: text({ tags: [gone, stays] }) })
  await root.call(api.journal.removeTag, { params: { id: gone } })
  expect((await entry(root, id))?.tags).toEqual([{ id: stays, name: 'da' }])
  expect((await root.call(api.journal.tags)).data.map((tag) => tag.id)).not.toContain(gone)
  await expect(root.call(api.journal.removeTag, { params: { id: gone } })).rejects.toMatchObject({ status: 404 })
})

test('an entry outlives its author', async () => {
  await using server = await startTestServer()
  const [root, admin] = [await server.signIn('root'), await server.signIn('admin')]
  const { id } = await admin.call(api.journal.add, { body: text() })
  await root.call(api.users.remove, { params: { id: 2 } })
  expect(await entry(root, id)).toMatchObject({ first_name: 'Matthias', last_name: 'Zurbriggen' })
})

test('the demo shows two years of entries in two languages, up to today', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const entries = await all(root)
  const days = entries.map(({ date }) => date)
  const today = new Date().toISOString().slice(0, 10)
  expect(entries.length).toBeGreaterThan(350)
  expect(new Set(entries.map(({ comment }) => comment)).size).toBe(entries.length)
  expect(days.every((day) => day <= today)).toBe(true)
  expect(Number(today.slice(0, 4)) - Number(days.at(-1)?.slice(0, 4))).toBeGreaterThanOrEqual(1)
  expect((await root.call(api.journal.tags)).data.length).toBeGreaterThanOrEqual(12)
})
