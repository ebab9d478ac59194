// @module-tag postgres-with-all

import {
  api,
  compareNewestFirst,
  type JournalEntry,
  maxCommentLength,
  maxDeletedEntries,
} from '@vitrine/contract'
import { expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { startTestServer, test } from '../../../test/server.ts'
import { days, minutes } from '../../base/clock.ts'

const unknownId = 2_000_000

const entryText = (changes: { comment?: string; date?: string; tags?: number[] } = {}) => ({
  comment: 'Batterie geladen',
  date: '2026-05-31',
  tags: [],
  ...changes,
})

const listEntries = async (client: Client): Promise<JournalEntry[]> =>
  (await client.call(api.journal.list)).data

async function findEntry(client: Client, id: number): Promise<JournalEntry | undefined> {
  return (await listEntries(client)).find((candidate) => candidate.id === id)
}

const addTag = async (client: Client, name: string = crypto.randomUUID()) =>
  (await client.call(api.journal.addTag, { body: { name } })).id

test('returns an entry as typed, with author and tags', async ({ admin }) => {
  const tags = [
    await addTag(admin, 'Zylinder'),
    await addTag(admin, 'Écurie'),
    await addTag(admin, 'Dach'),
  ]
  const comment = '  Über 3 Zeilen\n\n\tmit Rändern  \n'
  const added = await admin.call(api.journal.add, {
    body: entryText({ comment: comment.replaceAll('\n', '\r\n'), tags }),
  })

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
  expect(await findEntry(admin, added.id)).toEqual(added)
})

test('lists entries by day, then by time of writing', async ({ server, root }) => {
  for (const date of ['2026-05-30', '2099-01-01', '2026-05-30', '2031-12-31']) {
    await root.call(api.journal.add, { body: entryText({ date }) })
    server.clock.advance(1)
  }
  const entries = await listEntries(root)
  expect(entries.slice(0, 2).map(({ date }) => date)).toEqual(['2099-01-01', '2031-12-31'])
  expect(entries).toEqual([...entries].sort((a, b) => compareNewestFirst(a, b) || b.id - a.id))
})

test('revalidates the list by its content, also after a change on another server', async ({
  server,
  root,
}) => {
  await using secondServer = await server.another()
  const rootOnSecondServer = await secondServer.signIn('root')
  const list = await root.fetch('/api/journal')
  const etag = list.headers.get('etag') ?? ''
  const revalidate = () => root.fetch('/api/journal', { headers: { 'if-none-match': etag } })
  expect((await revalidate()).status).toBe(304)

  const { id } = await rootOnSecondServer.call(api.journal.add, { body: entryText() })
  expect((await revalidate()).status).toBe(200)
  expect(await findEntry(root, id)).toMatchObject({ id })
})

test('rejects an entry with an invalid comment, day or tag', async ({ root }) => {
  const expectFieldRefused = async (body: object, field: string) => {
    const response = await root.fetch('/api/journal', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      obj: { fields: { [field]: expect.any(String) } },
    })
  }
  await expectFieldRefused({ ...entryText(), comment: ' \n ' }, 'comment')
  await expectFieldRefused({ ...entryText(), comment: 'x'.repeat(maxCommentLength + 1) }, 'comment')
  await expectFieldRefused({ ...entryText(), comment: 'a\0b' }, 'comment')
  await expectFieldRefused({ ...entryText(), date: '2026-02-30' }, 'date')
  await expectFieldRefused({ ...entryText(), date: '' }, 'date')
  await expectFieldRefused({ ...entryText(), tags: [unknownId] }, 'tags')
  await expectFieldRefused({ ...entryText(), tags: 'Werkstatt' }, 'tags')
})

test('replaces comment, day and tags, and keeps the author', async ({ root, admin }) => {
  const [oldTag, newTag] = [await addTag(root), await addTag(root)]
  const { id } = await root.call(api.journal.add, { body: entryText({ tags: [oldTag] }) })
  const changed = await admin.call(api.journal.change, {
    params: { id },
    body: entryText({ comment: 'neu', date: '2026-06-01', tags: [newTag, newTag] }),
  })
  expect(changed).toMatchObject({
    comment: 'neu',
    date: '2026-06-01',
    first_name: 'Claire',
    version: 2,
  })
  expect(changed.tags.map((tag) => tag.id)).toEqual([newTag])
  expect(await findEntry(root, id)).toEqual(changed)

  const unknownEntry = { params: { id: unknownId }, body: entryText() }
  await expect(admin.call(api.journal.change, unknownEntry)).rejects.toMatchObject({ status: 404 })
})

test('rejects a save over another change with the current entry and its author', async ({
  root,
  admin,
}) => {
  const { id, version } = await root.call(api.journal.add, { body: entryText() })
  const first = await admin.call(api.journal.change, {
    params: { id },
    body: { ...entryText({ comment: 'Ich' }), version },
  })

  const late = root.call(api.journal.change, {
    params: { id },
    body: { ...entryText({ comment: 'Und ich' }), version },
  })
  await expect(late).rejects.toMatchObject({
    status: 409,
    body: {
      obj: {
        current: first,
        changedBy: 'Matthias Zurbriggen',
        changedAt: expect.stringMatching(/Z$/),
      },
    },
  })
  expect(await findEntry(root, id)).toEqual(first)
})

test('rejects one of two concurrent saves of the same version', async ({ server }) => {
  await using secondServer = await server.another()
  const [root, admin] = [await server.signIn('root'), await secondServer.signIn('admin')]
  const { id, version } = await root.call(api.journal.add, { body: entryText() })
  const outcomes = await Promise.allSettled([
    root.call(api.journal.change, {
      params: { id },
      body: { ...entryText({ comment: 'Ich' }), version },
    }),
    admin.call(api.journal.change, {
      params: { id },
      body: { ...entryText({ comment: 'Und ich' }), version },
    }),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('restores a deleted entry unchanged within 30 days', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const added = await root.call(api.journal.add, {
    body: entryText({ tags: [await addTag(root)] }),
  })
  const restore = () => root.call(api.journal.restore, { body: { id: added.id } })
  await expect(restore()).rejects.toMatchObject({ status: 404 })

  await root.call(api.journal.remove, { params: { id: added.id } })
  expect(await findEntry(root, added.id)).toBeUndefined()
  const change = root.call(api.journal.change, { params: { id: added.id }, body: entryText() })
  await expect(change).rejects.toMatchObject({ status: 404 })
  await expect(root.call(api.journal.remove, { params: { id: added.id } })).rejects.toMatchObject({
    status: 404,
  })

  server.clock.advance(days(29))
  const signedInAgain = await server.signIn('root')
  expect((await signedInAgain.call(api.journal.deleted)).data).toEqual([
    { ...added, deleted: expect.any(String) },
  ])
  expect(await restore()).toEqual(added)
  expect((await signedInAgain.call(api.journal.deleted)).data).toEqual([])
  expect(await findEntry(root, added.id)).toEqual(added)
})

test('lists the latest deleted entries, and earlier ones after these are restored', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const now = server.clock.now().getTime()
  const entries = Array.from({ length: maxDeletedEntries + 1 }, (_, n) => ({
    comment: `Number ${n}`,
    date: '2026-05-31',
    created_at: new Date(now).toISOString(),
    user_id: 1,
    first_name: 'A',
    last_name: 'B',
    version: 1,
    changed_at: new Date(now).toISOString(),
    changed_by: '',
    deleted_at: new Date(now - minutes(1_000 - n)).toISOString(),
  }))
  await server.inDatabase((db) => db.insertInto('journal_entry').values(entries).execute())
  const listDeleted = async () => (await root.call(api.journal.deleted)).data
  const newestFirst = entries.map(({ comment }) => comment).toReversed()
  const listed = await listDeleted()
  expect(listed.map(({ comment }) => comment)).toEqual(newestFirst.slice(0, maxDeletedEntries))
  await root.call(api.journal.restore, { body: { id: listed[0]?.id ?? 0 } })
  expect((await listDeleted()).map(({ comment }) => comment)).toEqual(newestFirst.slice(1))
})

test('rejects restoring an entry after 30 days, even before it is purged', async () => {
  await using server = await startTestServer()
  const { id } = await (await server.signIn('root')).call(api.journal.add, { body: entryText() })
  await (await server.signIn('root')).call(api.journal.remove, { params: { id } })
  server.clock.advance(days(30) + minutes(1))
  const root = await server.signIn('root')
  expect((await root.call(api.journal.deleted)).data).toEqual([])
  await expect(root.call(api.journal.restore, { body: { id } })).rejects.toMatchObject({
    status: 404,
  })
})

test('sorts tags by name, and rejects a duplicate in any case', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const added = await root.call(api.journal.addTag, { body: { name: ' Ämtli 10 ' } })
  await root.call(api.journal.addTag, { body: { name: 'Ämtli 9' } })
  expect(added).toEqual({ id: expect.any(Number), name: 'Ämtli 10' })
  for (const name of ['ämtli 10', 'A\u0308MTLI 10']) {
    await expect(root.call(api.journal.addTag, { body: { name } })).rejects.toMatchObject({
      status: 409,
    })
  }
  await expect(root.call(api.journal.addTag, { body: { name: '  ' } })).rejects.toMatchObject({
    status: 400,
  })

  const names = (await root.call(api.journal.tags)).data.map((tag) => tag.name)
  expect(names.indexOf('Ämtli 10') - names.indexOf('Ämtli 9')).toBe(1)
  expect(names).toEqual([...names].sort(new Intl.Collator('fr-CH', { numeric: true }).compare))
})

test('removes a deleted tag from all entries', async ({ root }) => {
  const [removedTag, otherTag] = [await addTag(root, 'weg'), await addTag(root, 'da')]
  const { id } = await root.call(api.journal.add, {
    body: entryText({ tags: [removedTag, otherTag] }),
  })
  await root.call(api.journal.removeTag, { params: { id: removedTag } })
  expect((await findEntry(root, id))?.tags).toEqual([{ id: otherTag, name: 'da' }])
  expect((await root.call(api.journal.tags)).data.map((tag) => tag.id)).not.toContain(removedTag)
  await expect(
    root.call(api.journal.removeTag, { params: { id: removedTag } }),
  ).rejects.toMatchObject({
    status: 404,
  })
})

test('keeps the entries of a deleted author', async () => {
  await using server = await startTestServer()
  const [root, admin] = [await server.signIn('root'), await server.signIn('admin')]
  const { id } = await admin.call(api.journal.add, { body: entryText() })
  const authorId = 2
  await root.call(api.users.remove, { params: { id: authorId } })
  expect(await findEntry(root, id)).toMatchObject({
    first_name: 'Matthias',
    last_name: 'Zurbriggen',
  })
})

test('fills the demo with distinct past entries of at least two calendar years', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const entries = await listEntries(root)
  const entryDays = entries.map(({ date }) => date)
  const today = new Date().toISOString().slice(0, 10)
  expect(entries.length).toBeGreaterThan(350)
  expect(new Set(entries.map(({ comment }) => comment)).size).toBe(entries.length)
  expect(entryDays.every((day) => day <= today)).toBe(true)
  const toYear = (day = '') => Number(day.slice(0, 4))
  expect(toYear(today) - toYear(entryDays.at(-1))).toBeGreaterThanOrEqual(1)
  expect((await root.call(api.journal.tags)).data.length).toBeGreaterThanOrEqual(12)
})
