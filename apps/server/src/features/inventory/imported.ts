import type { Tx } from '../../db/tables.ts'
import { changeStore } from '../history/index.ts'
import { type Item, type ItemState, readState } from './state.ts'
import { itemStore } from './store.ts'

/** An item that an upload created or changed, as it was before and as it is now. */
export interface ImportedItem {
  readonly id: number
  /** As the upload called it. */
  readonly identifier: string
  /** Null when the upload created it. */
  readonly before: ItemState | null
  /** Undefined when it is gone. */
  readonly item: Item | undefined
  readonly changedSince: boolean
}

/** The items of an upload, held until the transaction ends. */
export async function importedItems(tx: Tx, importId: number): Promise<ImportedItem[]> {
  const history = changeStore(tx, 'item')
  const touched = await history.subjectsOfImport(importId)
  const items = await itemStore(tx).lockMany(touched.map((change) => change.subject_id))
  const changes = await history.ofImport(importId)
  return changes.map((change) => ({
    id: change.subject_id,
    identifier: readState(change.after)?.identifier ?? '',
    before: readState(change.before),
    item: items.get(change.subject_id),
    changedSince: change.latest_id !== change.id,
  }))
}
