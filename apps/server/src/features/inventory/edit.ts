import { type ChangeKind, type EditConflict, type ItemDetail, identifierExists } from '@vitrine/contract'
import { conflict, Failure, fail, missing } from '../../base/failure.ts'
import type { Item, ItemState } from '../../db/items.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import type { ChangeContext } from '../history/index.ts'
import { itemChanges } from './changes.ts'
import { sameOriginal, sameState } from './state.ts'
import { itemStore } from './store.ts'
import { toDetail, toPicture } from './view.ts'
import { writeItems } from './write.ts'

export const noSuchItem = () => missing('There is no such item.')

export interface Edit {
  readonly itemId: number
  readonly kind: ChangeKind
  /** The version that the user saw (optimistic concurrency); another one is a conflict. */
  readonly version?: number | undefined
  /** Whether the item is no longer as the user saw it, which is a conflict, too. */
  readonly isStale?: (state: ItemState) => boolean
  readonly next: (state: ItemState, item: Item) => ItemState | Promise<ItemState>
}

/** Writes the next state of an item; an edit without a difference is not recorded. */
export async function editItem(tx: Tx, edit: Edit, context: ChangeContext): Promise<{ version: number }> {
  const item = (await itemStore(tx).lock(edit.itemId)) ?? fail(noSuchItem())
  const isOther = edit.version !== undefined && edit.version !== item.version
  if (isOther || edit.isStale?.(item.state)) throw await editConflict(tx, item)
  const after = await edit.next(item.state, item)
  if (sameState(item.state, after)) return { version: item.version }
  await writeItems(tx, [{ item, kind: edit.kind, before: item, after }], context)
  return { version: item.version + (sameOriginal(item.state, after) ? 0 : 1) }
}

export async function findDetail(db: Db, id: number): Promise<ItemDetail | undefined> {
  const store = itemStore(db)
  const item = await store.find(id)
  if (!item) return undefined
  const pictures = (await store.picturesOf(id)).map(toPicture)
  return toDetail(item, await store.tagsOf(id), await store.textsOf(id), pictures)
}

export async function readDetail(db: Db, id: number): Promise<ItemDetail> {
  return (await findDetail(db, id)) ?? fail(noSuchItem())
}

async function editConflict(tx: Tx, item: Item): Promise<Failure> {
  const latest = await itemChanges(tx).latest(item.id)
  const details: EditConflict = {
    current: await readDetail(tx, item.id),
    changedBy: latest?.user_name ?? '',
    changedAt: latest?.at ?? item.createdAt,
  }
  return new Failure('conflict', 'Somebody changed this item since you opened it. Please compare.', details)
}

/** Turns a unique violation of the identifier into a conflict with this message. */
export async function explainTakenIdentifier<T>(
  write: () => Promise<T>,
  message = (): string => identifierExists,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw isUniqueViolation(error) ? conflict(message()) : error
  }
}
