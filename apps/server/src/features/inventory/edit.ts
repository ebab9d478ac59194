import { type ChangeKind, type EditConflict, type ItemDetail, identifierExists } from '@vitrine/contract'
import { conflict, Failure, fail, missing } from '../../base/failure.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import type { Occasion } from '../history/index.ts'
import { itemChanges } from './changes.ts'
import { type Item, type ItemState, sameState } from './state.ts'
import { itemStore } from './store.ts'
import { toDetail } from './view.ts'
import { writeItems } from './write.ts'

export const noSuchItem = () => missing('There is no such item.')

export interface Edit {
  readonly itemId: number
  readonly kind: ChangeKind
  /** The version that the person looked at; another one by now is a conflict. */
  readonly version?: number | undefined
  readonly next: (state: ItemState, item: Item) => ItemState | Promise<ItemState>
}

/** Brings one item from its state to the next. What changes nothing leaves no trace. */
export async function editItem(tx: Tx, edit: Edit, occasion: Occasion): Promise<{ version: number }> {
  const item = (await itemStore(tx).lock(edit.itemId)) ?? fail(noSuchItem())
  if (edit.version !== undefined && edit.version !== item.version) throw await changedMeanwhile(tx, item)
  const after = await edit.next(item.state, item)
  if (sameState(item.state, after)) return { version: item.version }
  await writeItems(tx, [{ item, kind: edit.kind, before: item, after }], occasion)
  return { version: item.version + 1 }
}

export async function findDetail(db: Db, id: number): Promise<ItemDetail | undefined> {
  const store = itemStore(db)
  const item = await store.find(id)
  return item && toDetail(item, await store.tagsOf(id))
}

export async function readDetail(db: Db, id: number): Promise<ItemDetail> {
  return (await findDetail(db, id)) ?? fail(noSuchItem())
}

async function changedMeanwhile(tx: Tx, item: Item): Promise<Failure> {
  const latest = await itemChanges(tx).latest(item.id)
  const details: EditConflict = {
    current: await readDetail(tx, item.id),
    changedBy: latest?.user_name ?? '',
    changedAt: latest?.at ?? item.createdAt,
  }
  return new Failure('conflict', 'Somebody changed this item since you opened it. Please compare.', details)
}

/** Two items of a type can't have one identifier: `explanation` is what the loser is told. */
export async function takenIdentifierExplained<T>(
  write: () => Promise<T>,
  explanation = (): string => identifierExists,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw isUniqueViolation(error) ? conflict(explanation()) : error
  }
}
