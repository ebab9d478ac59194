import { type ItemType, identifierKey } from '@vitrine/contract'
import { yieldingChunks } from '../../../db/chunks.ts'
import type { Item, ItemState } from '../../../db/items.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { type ReadState, unreadable } from '../../history/index.ts'
import { itemChanges, itemCodec } from '../codec.ts'
import { itemStore } from '../store.ts'
import { writeUnrecorded } from '../write.ts'

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

/** An import, or the undo of one, that was not written to its end. */
interface Unfinished {
  readonly id: number
  readonly isUndo: boolean
  readonly type: ItemType
  readonly at: string
  readonly by: string
}

/** Few enough for a short transaction. */
const takenBackAtOnce = 50

/**
 * Takes some of an unfinished import back, history included, as if it had never been. What others changed or commented on
 * since stays as they left it, and so does what has become impossible. False when nothing was left.
 */
export async function takeBackSome(tx: Tx, unfinished: Unfinished): Promise<boolean> {
  const { id: importId, isUndo, type, at, by } = unfinished
  const history = itemChanges(tx)
  const made = await history.ofImport(importId, { isUndo, limit: takenBackAtOnce })
  if (made.length === 0) return false
  const ids = made.map(({ subject_id }) => subject_id)
  const items = await itemStore(tx).lockMany(ids)
  const discussed = new Set(await itemStore(tx).commented(ids))
  const read = made.map(({ before, ...change }) => ({ ...change, earlier: itemCodec.read(before) }))
  const gone = read.flatMap(({ subject_id, earlier }) =>
    earlier && earlier !== unreadable && !items.has(subject_id) ? earlier.identifier : [],
  )
  const taken = await itemStore(tx).byIdentifiers(type, gone)
  const isTaken = ({ identifier }: ItemState) => taken.has(identifierKey(identifier))
  const steps = read.map(({ id, subject_id, latest_id, earlier }) => {
    const item = items.get(subject_id)
    const isOthers = latest_id !== id || (earlier === null && discussed.has(subject_id))
    const isImpossible = earlier === unreadable || (!item && earlier && isTaken(earlier))
    const after = isOthers || isImpossible ? undefined : earlier
    return { id, item: item ?? { id: subject_id, type }, before: item ?? null, after }
  })
  const writes = steps.flatMap(({ after, ...step }) => (after === undefined ? [] : [{ ...step, after }]))
  await writeUnrecorded(tx, writes, { at, by })
  await history.forget(writes.map(({ id }) => id))
  for (const { item, after } of writes) if (after) await itemStore(tx).redate(item.id)
  await history.detach(steps.flatMap(({ id, after }) => (after === undefined ? [id] : [])))
  return true
}
