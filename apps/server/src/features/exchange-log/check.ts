import { type Clock, instant } from '../../base/clock.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { exchangeLogStore } from './store.ts'

/** Items that visitors see and harvesters would never hear of, in one sentence. */
export async function checkExchangeLog(db: Db): Promise<string[]> {
  const { length } = await exchangeLogStore(db).unannounced()
  return length > 0 ? [`Harvesters don’t hear of ${length} items: please run check --repair.`] : []
}

export async function repairExchangeLog(tx: Tx, clock: Clock): Promise<string[]> {
  const store = exchangeLogStore(tx)
  const items = await store.unannounced()
  await store.announce(items.map(({ id, type }) => ({ item_id: id, type, at: instant(clock) })))
  return items.length > 0 ? [`Harvesters will hear of ${items.length} items.`] : []
}
