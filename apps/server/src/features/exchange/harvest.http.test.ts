// @module-tag postgres-with-all

import { api, toPublicNumber } from '@vitrine/contract'
import { expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { isOnPostgres } from '../../../test/database.ts'
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

const host = 'museum.example.org'
const startServer = () => startTestServer({ PUBLIC_URL: `https://${host}` })

/** Public items of the demo; the ids of its artworks begin at `firstArtworkId`. */
const demo = { cars: 48, artworks: 60, firstArtworkId: 101 }
const demoRecordCount = demo.cars + demo.artworks
/** Records in an answer to ListRecords. */
const pageSize = 50

const toOaiId = (itemId: number) => `oai:${host}:art/${toPublicNumber('art', itemId)}`

/** Advances the clock, because changes within a second have the same datestamp. */
const moveToNextSecond = (server: TestServer) => server.clock.advance(seconds(2))

const readResponseDate = async (server: TestServer): Promise<string> =>
  (await requestOai(server, 'verb=Identify')).date

const listIdentifiers = (records: readonly { readonly identifier: string }[]): string[] =>
  records.map(({ identifier }) => identifier)

/**
 * Adds artworks as fast as the database takes them, with the announcements that the write path
 * makes. Returns their ids.
 */
function addArtworks(server: TestServer, count: number): Promise<number[]> {
  // Above all ids of the demo.
  const firstId = 1_000
  const itemIds = Array.from({ length: count }, (_, index) => firstId + index)
  const announcement = { type: 'art' as const, at: '2026-05-31T10:00:00.000Z' }

  return server.inDatabase(async (db) => {
    const sample = await db
      .selectFrom('item')
      .selectAll()
      .where('id', '=', demo.firstArtworkId)
      .executeTakeFirstOrThrow()
    const toRow = (id: number) => ({
      ...sample,
      id,
      identifier: `M-${id}`,
      identifier_key: `m-${id}`,
      name: `Blatt ${id}`,
      picture_id: null,
      recording_id: null,
    })
    await db.transaction().execute(async (tx) => {
      for (const chunk of splitIntoBatches(itemIds)) {
        await tx.insertInto('item').values(chunk.map(toRow)).execute()
        await tx
          .insertInto('exchange_change')
          .values(chunk.map((item_id) => ({ item_id, ...announcement })))
          .execute()
      }
      await tx
        .updateTable('counter')
        .set({ next: firstId + count })
        .execute()
    })
    return itemIds
  })
}

/** Changes, withdraws and adds items on behalf of staff, and remembers which. */
function trackChanges(staff: Client) {
  const changedIds = new Set<number>()
  const withdrawnIds = new Set<number>()
  const addedIds = new Set<number>()
  return {
    changedIds,
    withdrawnIds,
    addedIds,

    async change(itemId: number, artist: string): Promise<void> {
      await staff.call(api.inventory.saveTags, { body: { itemId, tags: { artist } } })
      changedIds.add(itemId)
    },

    async withdraw(itemId: number): Promise<void> {
      await staff.call(api.inventory.setPublic, { body: { itemId, public: false } })
      withdrawnIds.add(itemId)
    },

    async add(): Promise<void> {
      addedIds.add(await addItem(staff))
    },
  }
}

// A bench harvests 10,000; these pages suffice to find errors.
test('lists each of 1,000 items once, although some change during the harvest', async () => {
  await using server = await startServer()
  const staff = await server.signIn('employee')
  const itemIds = await addArtworks(server, 1_000)
  const tracked = trackChanges(staff)

  /** After every fourth page, changes an item listed early and two that are listed late. */
  const changeItems = async (page: number) => {
    if (page % 4 !== 0) return
    const earlyId = itemIds[page] ?? expect.fail()
    const lateId = itemIds.at(-page) ?? expect.fail()
    const withdrawnId = itemIds.at(-page - 1) ?? expect.fail()
    await tracked.change(earlyId, `Hand ${page}`)
    await tracked.change(lateId, `Hand ${page}`)
    await tracked.withdraw(withdrawnId)
    await tracked.add()
  }

  const list = 'verb=ListRecords&metadataPrefix=oai_dc&set=la_grange'
  const { date, records } = await harvest(server, list, changeItems)
  const identifiers = listIdentifiers(records)
  const uniqueIdentifiers = new Set(identifiers)
  expect(uniqueIdentifiers.size).toBe(identifiers.length)
  expect(itemIds.filter((id) => !uniqueIdentifiers.has(toOaiId(id)))).toEqual([])

  const { changedIds, withdrawnIds, addedIds } = tracked
  expect(changedIds.size).toBeGreaterThan(0)
  moveToNextSecond(server)
  const listChanges = 'verb=ListIdentifiers&metadataPrefix=lido&set=la_grange'
  const nextHarvest = await harvest(server, `${listChanges}&from=${date}`)
  expect(listIdentifiers(nextHarvest.records).sort()).toEqual(
    [...changedIds, ...withdrawnIds, ...addedIds].map(toOaiId).sort(),
  )
  const deleted = nextHarvest.records.filter(({ isDeleted }) => isDeleted)
  expect(listIdentifiers(deleted).sort()).toEqual([...withdrawnIds].map(toOaiId).sort())

  moveToNextSecond(server)
  const answer = await requestOai(server, `${listChanges}&from=${nextHarvest.date}`)
  expect(answer.error).toBe('noRecordsMatch')
})

test('continues a list in another process, with the same answer to a repeated request', async () => {
  await using server = await startServer()
  const { token = '' } = await requestOai(server, 'verb=ListRecords&metadataPrefix=oai_dc')
  const continueList = (resumptionToken: string) =>
    `verb=ListRecords&resumptionToken=${encodeURIComponent(resumptionToken)}`

  const answer = await requestOai(server, continueList(token))
  await using otherProcess = await server.another()
  const otherAnswer = await requestOai(otherProcess, continueList(token))
  expect(answer.records).toHaveLength(pageSize)
  expect(otherAnswer.records).toEqual(answer.records)
  expect(otherAnswer.date).toBe(answer.date)

  const listSize = `completeListSize="${demoRecordCount}"`
  expect(answer.xml).toMatch(
    new RegExp(`<resumptionToken expirationDate="[^"]+" ${listSize} cursor="${pageSize}">`),
  )
  const lastPage = await requestOai(server, continueList(answer.token ?? ''))
  expect(lastPage.xml).toContain(`<resumptionToken ${listSize} cursor="${2 * pageSize}"/>`)
})

test('still lists a record in a harvest with an end date if it changes during that harvest', async () => {
  await using server = await startServer()
  const list = `verb=ListRecords&metadataPrefix=oai_dc&until=${await readResponseDate(server)}`
  const changeAllAfterFirstPage = async (page: number) => {
    if (page > 1) return
    server.clock.advance(seconds(60))
    await server.inDatabase((db) => announceAllRecords(db, server.clock.now()))
    moveToNextSecond(server)
    // Any request updates the datestamps.
    await requestOai(server, 'verb=Identify')
  }
  const { records } = await harvest(server, list, changeAllAfterFirstPage)
  expect(new Set(listIdentifiers(records)).size).toBe(demoRecordCount)
  const repeatedList = await requestOai(server, list)
  expect(repeatedList.error).toBe('noRecordsMatch')
})

test('gives an item the datestamp of its latest change, in whatever order changes are stored', async () => {
  await using server = await startServer()
  const date = await readResponseDate(server)
  const addSeconds = (count: number) => new Date(Date.parse(date) + seconds(count))
  const changeAfter = (count: number, item_id: number | null) => ({
    item_id,
    type: 'art' as const,
    at: addSeconds(count).toISOString(),
  })
  const firstId = demo.firstArtworkId
  const [secondId, thirdId, fourthId] = [firstId + 1, firstId + 2, firstId + 3]
  const allItems = null
  // More changes than are read at once.
  const manyChanges = Array.from({ length: 600 }, () => changeAfter(10, thirdId))
  await server.inDatabase((db) =>
    exchangeRecordStore(db).announce([
      changeAfter(50, secondId),
      changeAfter(40, allItems),
      changeAfter(20, firstId),
      ...manyChanges,
      changeAfter(45, allItems),
      changeAfter(30, fourthId),
    ]),
  )

  server.clock.advance(seconds(60))
  const { records } = await harvest(
    server,
    `verb=ListIdentifiers&metadataPrefix=oai_dc&set=la_grange&from=${date}`,
  )
  expect(records).toHaveLength(demo.artworks)
  for (const { identifier, datestamp } of records) {
    // All other artworks changed last with the latest change of all items.
    const latestChange = addSeconds(identifier === toOaiId(secondId) ? 50 : 45)
    expect(datestamp, identifier).toBe(formatDatestamp(latestChange))
  }
})

// SQLite has one writer at a time, so no list can be read during a transaction.
test.skipIf(!isOnPostgres())(
  'lists a change next time if it commits after a harvest that ran during its transaction',
  async () => {
    await using server = await startServer()
    const listAll = 'verb=ListIdentifiers&metadataPrefix=oai_dc'
    await harvest(server, listAll)
    moveToNextSecond(server)
    const { date } = await server.inDatabase((db) =>
      db.transaction().execute(async (tx) => {
        const item_id = demo.firstArtworkId
        const at = server.clock.now().toISOString()
        await tx.updateTable('item').set({ name: 'Umbenannt' }).where('id', '=', item_id).execute()
        await tx.insertInto('exchange_change').values({ item_id, type: 'art', at }).execute()
        server.clock.advance(seconds(60))
        return harvest(server, listAll)
      }),
    )
    moveToNextSecond(server)
    const { records } = await harvest(server, `${listAll}&from=${date}`)
    expect(listIdentifiers(records)).toEqual([toOaiId(demo.firstArtworkId)])
  },
)
