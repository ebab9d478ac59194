// @module-tag postgres-with-all

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addDays, api, idempotencyHeader, startOfDay, toDay } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { addItem } from '../../test/inventory.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { openMediaStore } from '../adapters/media/open-media.ts'
import { exportEverything } from '../archive/export.ts'
import { days, hours } from '../base/clock.ts'
import { formatDatestamp } from '../projections/index.ts'

/** Reads all files of an export as one text. */
async function exported(
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

test('purges deleted records after 30 days from tables, exports and database files', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const itemId = await addItem(root)
  const entry = (comment: string) => ({ comment, date: '2026-05-31', tags: [] })
  const named = { [idempotencyHeader]: 'sent-under-a-name' }
  const added = await root.send(
    api.journal.add,
    { body: entry('Kündigung Zbinden, erster Entwurf') },
    named,
  )
  const { id } = (await added.json()) as { id: number }
  await root.call(api.journal.change, {
    params: { id },
    body: entry('Kündigung Zbinden, zweiter Entwurf'),
  })
  await root.call(api.journal.remove, { params: { id } })
  const comment = { itemId, comment: 'Kündigung Zbinden im Kommentar' }
  const { id: commentId } = await root.call(api.comments.add, { body: comment })
  await root.call(api.comments.remove, { body: { commentId } })
  const remaining = await root.call(api.journal.add, { body: entry('Bleibt stehen') })
  await root.call(api.journal.change, {
    params: { id: remaining.id },
    body: entry('Bleibt, geändert'),
  })

  server.clock.advance(days(29))
  await server.runDueJobs()
  expect((await exported(server, 'before')).match(/Kündigung Zbinden/g)?.length).toBeGreaterThan(4)
  const recent = await server.signIn('root')
  const late = await recent.call(api.journal.add, { body: entry('Später gelöscht') })
  await recent.call(api.journal.remove, { params: { id: late.id } })

  server.clock.advance(days(1) + hours(1))
  await server.runDueJobs()
  const exportedAfter = await exported(server, 'after')
  const texts = ['Zbinden', 'Bleibt stehen', 'Später gelöscht']
  expect(texts.filter((text) => exportedAfter.includes(text))).toEqual(texts.slice(1))
  const { database } = server.config
  for (const ending of database.kind === 'sqlite' ? ['', '-wal'] : []) {
    const bytes = await readFile(join(server.dataDir, `vitrine.sqlite${ending}`))
    for (const text of ['Zbinden', 'zbinden'])
      expect([ending, bytes.includes(text)]).toEqual([ending, false])
  }
  const answers = await server.inDatabase((db) =>
    db.selectFrom('kept_answer').selectAll().execute(),
  )
  expect(answers).toEqual([])
  const reader = await server.signIn('root')
  await expect(reader.call(api.comments.restore, { body: { commentId } })).rejects.toMatchObject({
    status: 404,
  })
  await expect(reader.call(api.journal.restore, { body: { id } })).rejects.toMatchObject({
    status: 404,
  })
  await reader.call(api.journal.restore, { body: { id: late.id } })
})

test('purges the history of entries that an earlier version removed', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const body = { comment: 'Längst gelöscht', date: '2026-05-31', tags: [] }
  const { id } = await root.call(api.journal.add, { body })
  await root.call(api.journal.remove, { params: { id } })
  await server.inDatabase((db) => db.deleteFrom('journal_entry').where('id', '=', id).execute())
  const changes = () =>
    server.inDatabase((db) =>
      db
        .selectFrom('change')
        .select('id')
        .where('subject', '=', 'journal')
        .where('subject_id', '=', id)
        .execute(),
    )
  await server.runDueJobs()
  expect(await changes()).toHaveLength(2)
  server.clock.advance(days(31))
  await server.runDueJobs()
  expect(await changes()).toEqual([])
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
  server.clock.advance(Date.parse(startOfDay(tomorrow)) + hours(20) - server.clock.now().getTime())
  const runs = () =>
    server.inDatabase((db) => db.selectFrom('chore').selectAll().orderBy('name').execute())

  await server.runDueJobs()
  const first = await runs()
  expect(first.map(({ name }) => name)).toEqual([
    'away',
    'backup',
    'exchange',
    'gaps',
    'purge',
    'sizes',
    'tasks',
  ])
  for (const { day, problem, finished_at } of first) {
    expect({ day, problem }).toEqual({ day: tomorrow, problem: null })
    expect(finished_at).not.toBeNull()
  }

  server.clock.advance(hours(3))
  await server.runDueJobs()
  expect(await runs()).toEqual(first)
})
