import type { Db, Tx } from '../../db/tables.ts'
import { viewStore } from './store.ts'
import { readSearch } from './view.ts'

const damaged = async (db: Db) => (await viewStore(db).every()).filter((row) => readSearch(row) === null)

/** Views that can't be read, a sentence each. */
export const checkViews = async (db: Db): Promise<string[]> =>
  (await damaged(db)).map(({ id }) => `The saved view ${id} can’t be read.`)

/** Empties views that can't be read: they show the whole list. */
export async function repairViews(tx: Tx): Promise<string[]> {
  const found = await damaged(tx)
  for (const { id, version } of found) await viewStore(tx).change(id, { search: '{}', version: version + 1 })
  return found.map(({ id }) => `Emptied, so that it shows the whole list: the saved view ${id}.`)
}
