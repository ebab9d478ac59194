import { type ItemType, itemTypes } from '@vitrine/contract'
import { yieldToEventLoop } from '../../base/event-loop.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { exchangeRecordStore } from './records.ts'

/** Changes applied between two turns of the event loop. */
const perStep = 500

/** An instant as harvesters know it: 'YYYY-MM-DDThh:mm:ssZ'. */
export const formatDatestamp = (at: Date | string): string =>
  `${new Date(at).toISOString().slice(0, 19)}Z`

const earlier = (a: string, b: string) => (a < b ? a : b)
const later = (a: string, b: string) => (a > b ? a : b)

/** Says that everything may differ for readers elsewhere. */
export const announceAllRecords = (db: Db, now: Date): Promise<void> =>
  exchangeRecordStore(db).announce(
    itemTypes.map((type) => ({ item_id: null, type, at: now.toISOString() })),
  )

/**
 * Brings the records up to date; returns the date of a response that shows them. No record that changes afterwards gets an
 * earlier datestamp, so that a harvester who goes on from that date misses nothing: changes of transactions that commit late are
 * stamped when they are seen, whenever they were made.
 */
export async function updateExchangeRecords(db: Db, now: Date, source: string): Promise<string> {
  const store = exchangeRecordStore(db)
  const clock = await store.clock()
  const isCurrent =
    clock.latest >= formatDatestamp(now) && clock.source === source && !(await store.hasChanges())
  return isCurrent
    ? clock.latest
    : db.transaction().execute((tx) => updateExchangeRecordsIn(tx, now, source))
}

/** `source` stands for what all records depend on beside the items; another one makes all of them new. */
export async function updateExchangeRecordsIn(tx: Tx, now: Date, source?: string): Promise<string> {
  const store = exchangeRecordStore(tx)
  const { latest, source: former } = (await store.lockClock()) ?? { latest: '', source: '' }
  // The last second that is over: what is told now is not told again to those who go on from this date.
  const over = formatDatestamp(new Date(now.getTime() - 1000))
  const stampOf = (at: string) => later(latest, earlier(formatDatestamp(at), over))
  const isOther = source !== undefined && former !== '' && source !== former
  if (isOther) await store.restamp(itemTypes, later(latest, over))
  for (
    let some = await store.changes(perStep);
    some.length > 0;
    some = await store.changes(perStep)
  ) {
    const stamps = new Map<number, string>()
    const ofAll = new Map<ItemType, string>()
    for (const { item_id, type, at } of some) {
      if (item_id === null) ofAll.set(type, later(ofAll.get(type) ?? '', stampOf(at)))
      else stamps.set(item_id, later(stamps.get(item_id) ?? '', stampOf(at)))
    }
    for (const [type, stamp] of ofAll) await store.restamp([type], stamp)
    const known = stamps.size > 0 ? await store.known([...stamps.keys()]) : []
    const rows = known.map(({ id, type }) => ({
      item_id: id,
      type,
      datestamp: stamps.get(id) ?? over,
    }))
    if (rows.length > 0) await store.put(rows)
    await store.removeChanges(some.map(({ id }) => id))
    await yieldToEventLoop()
  }
  const date = later(latest, formatDatestamp(now))
  await store.setClock(date, source ?? former)
  return date
}
