// @module-tag postgres-with-all

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addDays, api, idempotencyHeader, startOfDay, toDay } from '@vitrine/contract'
import { expect, test } from 'vitest'
import type { Client } from '../../test/client.ts'
import { addItem } from '../../test/inventory.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { openMediaStore } from '../adapters/media/open-media.ts'
import { exportEverything } from '../archive/export.ts'
import { days, hours } from '../base/clock.ts'
import { formatDatestamp } from '../projections/index.ts'

/** Exports everything; returns all texts of the export as one. */
async function exportAsText(
  { config, clock, dataDir, inDatabase }: TestServer,
  name: string,
): Promise<string> {
  const folder = join(dataDir, name)
  const media = await openMediaStore(config.media)
  await inDatabase((db) => exportEverything(folder, { db, media, clock }))
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    /\.(csv|json)$/.test(file),
  )
  return (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('\n')
}

const createEntry = (comment: string) => ({ comment, date: '2026-05-31', tags: [] })

/**
 * Adds and removes a journal entry with two versions and a comment on an item, all about a person.
 * The entry is added with an idempotency key, which also stores its answer.
 */
async function addAndRemoveRecords(root: Client, person: string) {
  const added = await root.send(
    api.journal.add,
    { body: createEntry(`Kündigung ${person}, erster Entwurf`) },
    { [idempotencyHeader]: 'sent-under-a-name' },
  )
  const { id: entryId } = (await added.json()) as { id: number }
  await root.call(api.journal.change, {
    params: { id: entryId },
    body: createEntry(`Kündigung ${person}, zweiter Entwurf`),
  })
  await root.call(api.journal.remove, { params: { id: entryId } })

  const comment = { itemId: await addItem(root), comment: `Kündigung ${person} im Kommentar` }
  const { id: commentId } = await root.call(api.comments.add, { body: comment })
  await root.call(api.comments.remove, { body: { commentId } })
  return { entryId, commentId }
}

/** Expects that neither the database nor its write-ahead log contains a text in any case. */
async function expectAbsentFromFiles(server: TestServer, text: string): Promise<void> {
  if (server.config.database.kind !== 'sqlite') return
  for (const ending of ['', '-wal']) {
    const bytes = await readFile(join(server.dataDir, `vitrine.sqlite${ending}`))
    for (const variant of [text, text.toLowerCase()]) expect(bytes.includes(variant)).toBe(false)
  }
}

test('purges deleted records after 30 days from tables, exports and database files', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const { entryId, commentId } = await addAndRemoveRecords(root, 'Zbinden')
  const remainingEntry = await root.call(api.journal.add, { body: createEntry('Bleibt stehen') })
  await root.call(api.journal.change, {
    params: { id: remainingEntry.id },
    body: createEntry('Bleibt, geändert'),
  })

  server.clock.advance(days(29))
  await server.runDueJobs()
  const mentions = (await exportAsText(server, 'before')).match(/Kündigung Zbinden/g) ?? []
  // Two versions of the entry and the comment, some of them in the history as well.
  expect(mentions.length).toBeGreaterThan(4)

  // Removed a day before the others are purged.
  const rootOnDay29 = await server.signIn('root')
  const laterEntry = await rootOnDay29.call(api.journal.add, {
    body: createEntry('Später gelöscht'),
  })
  await rootOnDay29.call(api.journal.remove, { params: { id: laterEntry.id } })

  server.clock.advance(days(1) + hours(1))
  await server.runDueJobs()
  const textsAfter = await exportAsText(server, 'after')
  expect(textsAfter).not.toContain('Zbinden')
  expect(textsAfter).toContain('Bleibt stehen')
  expect(textsAfter).toContain('Später gelöscht')
  await expectAbsentFromFiles(server, 'Zbinden')
  const answers = await server.inDatabase((db) =>
    db.selectFrom('kept_answer').selectAll().execute(),
  )
  expect(answers).toEqual([])

  const rootOnDay30 = await server.signIn('root')
  await expect(
    rootOnDay30.call(api.comments.restore, { body: { commentId } }),
  ).rejects.toMatchObject({ status: 404 })
  await expect(
    rootOnDay30.call(api.journal.restore, { body: { id: entryId } }),
  ).rejects.toMatchObject({ status: 404 })
  await rootOnDay30.call(api.journal.restore, { body: { id: laterEntry.id } })
})

test('purges the history of entries that an earlier version removed', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const { id } = await root.call(api.journal.add, { body: createEntry('Längst gelöscht') })
  await root.call(api.journal.remove, { params: { id } })
  await server.inDatabase((db) => db.deleteFrom('journal_entry').where('id', '=', id).execute())
  const listChanges = () =>
    server.inDatabase((db) =>
      db
        .selectFrom('change')
        .select('id')
        .where('subject', '=', 'journal')
        .where('subject_id', '=', id)
        .execute(),
    )
  await server.runDueJobs()
  // One change when it was added, and one when it was removed.
  expect(await listChanges()).toHaveLength(2)
  server.clock.advance(days(31))
  await server.runDueJobs()
  expect(await listChanges()).toEqual([])
})

test('gives a change the datestamp of its day, even without a harvest for a month', async () => {
  await using server = await startTestServer()
  const before = formatDatestamp(server.clock.now())
  await addItem(await server.signIn('employee'), { identifier: 'LG-777' })
  const after = formatDatestamp(server.clock.now())
  server.clock.advance(hours(1))
  await server.runDueJobs()
  server.clock.advance(days(30))
  const { datestamp } = await server.inDatabase((db) =>
    db
      .selectFrom('exchange_record')
      .innerJoin('item', 'item.id', 'item_id')
      .select('datestamp')
      .where('identifier', '=', 'LG-777')
      .executeTakeFirstOrThrow(),
  )
  expect(datestamp >= before && datestamp <= after).toBe(true)
})

test('runs each registered job once a day, without rows inserted by migrations', async () => {
  await using server = await startTestServer()
  await server.inDatabase((db) => db.deleteFrom('chore').execute())
  const tomorrow = addDays(toDay(server.clock.now()), 1)
  // In the evening all jobs are due.
  const evening = Date.parse(startOfDay(tomorrow)) + hours(20)
  server.clock.advance(evening - server.clock.now().getTime())
  const listRuns = () =>
    server.inDatabase((db) => db.selectFrom('chore').selectAll().orderBy('name').execute())

  await server.runDueJobs()
  const firstRuns = await listRuns()
  expect(firstRuns.map(({ name }) => name)).toEqual([
    'away',
    'backup',
    'exchange',
    'gaps',
    'purge',
    'sizes',
    'tasks',
  ])
  for (const { day, problem, finished_at } of firstRuns) {
    expect({ day, problem }).toEqual({ day: tomorrow, problem: null })
    expect(finished_at).not.toBeNull()
  }

  server.clock.advance(hours(3))
  await server.runDueJobs()
  expect(await listRuns()).toEqual(firstRuns)
})
