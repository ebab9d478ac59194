import { api, toPublicNumber } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { harvest, requestOai } from '../../../test/harvester.ts'
import { addItem } from '../../../test/inventory.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { seconds } from '../../base/clock.ts'
import { splitIntoBatches } from '../../db/batches.ts'
import {
  announceAllRecords,
  exchangeRecordStore,
  formatDatestamp,
} from '../../projections/index.ts'

// @module-tag postgres-with-all

const firstId = 1_000
const host = 'museum.example.org'
const oaiId = (id: number) => `oai:${host}:art/${toPublicNumber('art', id)}`

/**
 * Adds artworks as fast as the database takes them, with the announcements that the write path
 * makes.
 */
const addMany = (server: TestServer, many: number) =>
  server.inDatabase(async (db) => {
    const at = '2026-05-31T10:00:00.000Z'
    const [sample] = await db
      .selectFrom('item')
      .selectAll()
      .where('type', '=', 'art')
      .limit(1)
      .execute()
    const ids = Array.from({ length: many }, (_, index) => firstId + index)
    await db.transaction().execute(async (tx) => {
      for (const some of splitIntoBatches(ids)) {
        const rows = some.map((id) => ({
          ...(sample ?? expect.fail()),
          id,
          identifier: `M-${id}`,
          identifier_key: `m-${id}`,
          name: `Blatt ${id}`,
          picture_id: null,
          recording_id: null,
        }))
        await tx.insertInto('item').values(rows).execute()
        await tx
          .insertInto('exchange_change')
          .values(some.map((id) => ({ item_id: id, type: 'art' as const, at })))
          .execute()
      }
      await tx
        .updateTable('counter')
        .set({ next: firstId + many })
        .execute()
    })
    return ids
  })

// A bench harvests 10,000; these pages suffice to find errors.
test('harvests 1,000 items that change meanwhile without missing or repeating one', async () => {
  await using server = await startTestServer({ PUBLIC_URL: `https://${host}` })
  const staff = await server.signIn('employee')
  const many = 1_000
  const ids = await addMany(server, many)
  const setPublic = (itemId: number, shown: boolean) =>
    staff.call(api.inventory.setPublic, { body: { itemId, public: shown } })
  const changed = new Set<number>()
  const withdrawn = new Set<number>()
  const added = new Set<number>()

  /** Changes an item already listed, one not listed yet, withdraws one and adds one. */
  const work = async (page: number) => {
    if (page % 4 !== 0) return
    const early = firstId + page
    const late = firstId + many - page
    for (const id of [early, late]) {
      await staff.call(api.inventory.saveTags, {
        body: { itemId: id, tags: { artist: `Hand ${page}` } },
      })
      changed.add(id)
    }
    await setPublic(late - 1, false)
    withdrawn.add(late - 1)
    added.add(await addItem(staff))
  }

  const { date, records } = await harvest(
    server,
    'verb=ListRecords&metadataPrefix=oai_dc&set=la_grange',
    work,
  )
  const identifiers = records.map(({ identifier }) => identifier)
  expect(new Set(identifiers).size).toBe(identifiers.length)
  const seen = new Set(identifiers)
  expect(ids.filter((id) => !seen.has(oaiId(id)))).toEqual([])

  server.clock.advance(seconds(2))
  const next = await harvest(
    server,
    `verb=ListIdentifiers&metadataPrefix=lido&set=la_grange&from=${date}`,
  )
  expect(next.records.map(({ identifier }) => identifier).sort()).toEqual(
    [...changed, ...withdrawn, ...added].map(oaiId).sort(),
  )
  const deleted = next.records
    .filter(({ isDeleted }) => isDeleted)
    .map(({ identifier }) => identifier)
  expect(deleted.sort()).toEqual([...withdrawn].map(oaiId).sort())

  server.clock.advance(seconds(2))
  const last = await requestOai(
    server,
    `verb=ListIdentifiers&metadataPrefix=lido&from=${next.date}`,
  )
  expect(last.error).toBe('noRecordsMatch')
})

test('continues a list in another process, and answers a repeated request alike', async () => {
  await using server = await startTestServer({ PUBLIC_URL: `https://${host}` })
  const { token = '' } = await requestOai(server, 'verb=ListRecords&metadataPrefix=oai_dc')
  const rest = `verb=ListRecords&resumptionToken=${encodeURIComponent(token)}`
  const here = await requestOai(server, rest)
  await using other = await server.another()
  const there = await requestOai(other, rest)
  expect([here.records.length, here.date]).toEqual([50, there.date])
  expect(there.records).toEqual(here.records)
  expect(here.xml).toMatch(
    /<resumptionToken expirationDate="[^"]+" completeListSize="108" cursor="50">/,
  )
  const end = await requestOai(
    server,
    `verb=ListRecords&resumptionToken=${encodeURIComponent(here.token ?? '')}`,
  )
  expect(end.xml).toContain('<resumptionToken completeListSize="108" cursor="100"/>')
})

test('keeps a record that changes while a list up to a date is read', async () => {
  await using server = await startTestServer({ PUBLIC_URL: `https://${host}` })
  const { date } = await requestOai(server, 'verb=Identify')
  const changeAll = async (page: number) => {
    if (page > 1) return
    server.clock.advance(seconds(60))
    await server.inDatabase((db) => announceAllRecords(db, server.clock.now()))
    server.clock.advance(seconds(2))
    await requestOai(server, 'verb=Identify')
  }
  const list = `verb=ListRecords&metadataPrefix=oai_dc&until=${date}`
  const { records } = await harvest(server, list, changeAll)
  expect(new Set(records.map(({ identifier }) => identifier)).size).toBe(108)
  expect((await requestOai(server, list)).error).toBe('noRecordsMatch')
})

test('gives an item the datestamp of its latest change, in any order of reading', async () => {
  await using server = await startTestServer({ PUBLIC_URL: `https://${host}` })
  const { date } = await requestOai(server, 'verb=Identify')
  const after = (count: number) => new Date(Date.parse(date) + seconds(count))
  const change = (item_id: number | null, count: number) => ({
    item_id,
    type: 'art' as const,
    at: after(count).toISOString(),
  })
  await server.inDatabase(async (db) => {
    const log = exchangeRecordStore(db)
    // More changes than one step handles.
    const many = Array.from({ length: 600 }, () => change(103, 10))
    await log.announce([
      change(102, 50),
      change(null, 40),
      change(101, 20),
      ...many,
      change(null, 45),
      change(104, 30),
    ])
  })
  server.clock.advance(seconds(60))
  const { records } = await harvest(
    server,
    `verb=ListIdentifiers&metadataPrefix=oai_dc&set=la_grange&from=${date}`,
  )
  expect(records).toHaveLength(60)
  for (const { identifier, datestamp } of records)
    expect([identifier, datestamp]).toEqual([
      identifier,
      formatDatestamp(after(identifier === oaiId(102) ? 50 : 45)),
    ])
})

test('lists a change that commits after a list in the next one', async () => {
  await using server = await startTestServer({ PUBLIC_URL: `https://${host}` })
  // SQLite has one writer at a time.
  if (server.config.database.kind !== 'postgres') return
  const list = (from: string) =>
    harvest(server, `verb=ListIdentifiers&metadataPrefix=oai_dc${from && `&from=${from}`}`)
  await list('')
  server.clock.advance(seconds(2))
  const { date } = await server.inDatabase((db) =>
    db.transaction().execute(async (tx) => {
      const at = server.clock.now().toISOString()
      await tx.updateTable('item').set({ name: 'Umbenannt' }).where('id', '=', 101).execute()
      await tx.insertInto('exchange_change').values({ item_id: 101, type: 'art', at }).execute()
      server.clock.advance(seconds(60))
      return list('')
    }),
  )
  server.clock.advance(seconds(2))
  expect((await list(date)).records.map(({ identifier }) => identifier)).toEqual([oaiId(101)])
})
