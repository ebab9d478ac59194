import { yieldingChunks } from '../../db/chunks.ts'
import type { Db } from '../../db/tables.ts'
import { type ReadState, unreadable } from '../history/index.ts'
import { itemChanges, itemCodec } from './changes.ts'
import type { Item, ItemState } from './state.ts'
import { itemStore } from './store.ts'

/** An item that an upload created or changed, as it was before and as it is now. */
export interface ImportedItem {
  readonly id: number
  /** As in the uploaded file. */
  readonly identifier: string
  /** Null when the upload created it. */
  readonly before: ReadState<ItemState>
  /** Undefined when it no longer exists. */
  readonly item: Item | undefined
  readonly changedSince: boolean
}

/** The items of an import as they are now. */
export async function importedItems(db: Db, importId: number): Promise<ImportedItem[]> {
  const history = itemChanges(db)
  const touched = await history.subjectsOfImport(importId)
  const items = await itemStore(db).lockMany(touched.map((change) => change.subject_id))
  const imported: ImportedItem[] = []
  for await (const some of yieldingChunks(await history.ofImport(importId))) {
    for (const { id, subject_id, latest_id, before, after } of some) {
      const left = itemCodec.read(after)
      const item = items.get(subject_id)
      imported.push({
        id: subject_id,
        identifier: (left === unreadable ? item?.state : left)?.identifier ?? '',
        before: itemCodec.read(before),
        item,
        changedSince: latest_id !== id,
      })
    }
  }
  return imported
}
