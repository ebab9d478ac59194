import { type ItemType, itemTypes } from '@vitrine/contract'
import type { Selectable } from 'kysely'
import { seconds } from '../../base/clock.ts'
import { yieldToEventLoop } from '../../base/event-loop.ts'
import type { Db, Tables, Tx } from '../../db/tables.ts'
import { exchangeRecordStore } from './records.ts'

/** Changes applied per turn of the event loop. */
const changesPerTurn = 500

/** Formats an instant for harvesters: 'YYYY-MM-DDThh:mm:ssZ'. */
export const formatDatestamp = (at: Date | string): string =>
  `${new Date(at).toISOString().slice(0, 19)}Z`

const getEarlier = (a: string, b: string) => (a < b ? a : b)
const getLater = (a: string, b: string) => (a > b ? a : b)

/** Records that harvesters may have outdated versions of all items. */
export const announceAllRecords = (db: Db, now: Date): Promise<void> =>
  exchangeRecordStore(db).announce(
    itemTypes.map((type) => ({ item_id: null, type, at: now.toISOString() })),
  )

/**
 * Applies the recorded changes; returns the date of a response that shows them. No record that
 * changes later gets an earlier datestamp, so a harvester that continues from that date misses
 * nothing: changes of transactions that commit late are stamped when they are seen, whenever they
 * were made. `source` is a hash of everything else on which the records depend; a different one
 * renews all records.
 */
export async function updateExchangeRecords(db: Db, now: Date, source: string): Promise<string> {
  const store = exchangeRecordStore(db)
  const clock = await store.readClock()
  const isCurrent =
    clock.latest >= formatDatestamp(now) && clock.source === source && !(await store.hasChanges())
  return isCurrent
    ? clock.latest
    : db.transaction().execute((tx) => updateExchangeRecordsInTransaction(tx, now, source))
}

/** Like `updateExchangeRecords`, in the caller's transaction; without `source`, it stays as it is. */
export async function updateExchangeRecordsInTransaction(
  tx: Tx,
  now: Date,
  source?: string,
): Promise<string> {
  const store = exchangeRecordStore(tx)
  const clock = (await store.lockClock()) ?? { latest: '', source: '' }
  // The last complete second: changes reported now are not reported again to harvesters that
  // continue from this date.
  const lastSecond = formatDatestamp(new Date(now.getTime() - seconds(1)))
  const hasNewSource = source !== undefined && clock.source !== '' && source !== clock.source
  if (hasNewSource) await store.restamp(itemTypes, getLater(clock.latest, lastSecond))

  const toDatestamp = (at: string) =>
    getLater(clock.latest, getEarlier(formatDatestamp(at), lastSecond))
  let changes = await store.readChanges(changesPerTurn)
  while (changes.length > 0) {
    await applyChanges(tx, changes, toDatestamp)
    await yieldToEventLoop()
    changes = await store.readChanges(changesPerTurn)
  }

  const date = getLater(clock.latest, formatDatestamp(now))
  await store.setClock(date, source ?? clock.source)
  return date
}

/** Dates the records of changed items, and of all items of changed types, and removes the changes. */
async function applyChanges(
  tx: Tx,
  changes: readonly Selectable<Tables['exchange_change']>[],
  toDatestamp: (at: string) => string,
): Promise<void> {
  const store = exchangeRecordStore(tx)
  const datestampById = new Map<number, string>()
  const datestampByType = new Map<ItemType, string>()
  for (const { item_id, type, at } of changes) {
    const datestamp = toDatestamp(at)
    if (item_id === null)
      datestampByType.set(type, getLater(datestampByType.get(type) ?? '', datestamp))
    else datestampById.set(item_id, getLater(datestampById.get(item_id) ?? '', datestamp))
  }

  for (const [type, datestamp] of datestampByType) await store.restamp([type], datestamp)
  const everPublicItems =
    datestampById.size > 0 ? await store.findEverPublic([...datestampById.keys()]) : []
  const records = everPublicItems.map(({ id, type }) => ({
    item_id: id,
    type,
    datestamp: datestampById.get(id) ?? '',
  }))
  if (records.length > 0) await store.upsert(records)
  await store.removeChanges(changes.map(({ id }) => id))
}
