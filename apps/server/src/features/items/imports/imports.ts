import { type Api, type ImportSummary, perType } from '@vitrine/contract'
import { instant } from '../../../base/clock.ts'
import { conflict, notFound } from '../../../base/failure.ts'
import type { Context } from '../../../context.ts'
import { splitIntoBatches, splitIntoYieldingBatches } from '../../../db/batches.ts'
import { inTransaction } from '../../../db/dialect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { type Actor, getAuthorName } from '../../../http/access.ts'
import type { Handler, Handlers } from '../../../http/mount.ts'
import type { Item, ItemState } from '../../../items/item.ts'
import { type EarlierMovement, isMovedByItself, movementStore } from '../../../items/movements.ts'
import { itemStore } from '../../../items/store.ts'
import { precomputeDerivedValues, updateProjections } from '../../../projections/index.ts'
import { byActor, recordAudit } from '../../audit/index.ts'
import { type ChangeContext, type DecodedState, unreadable } from '../../history/index.ts'
import { isUnchangedSince, itemChangeStore, itemCodec } from '../state.ts'
import { type ItemWrite, writeItems } from '../write.ts'
import { changeMany } from './change-many.ts'
import { type ImportRow, importStore } from './store-imports.ts'
import { importRows } from './upload.ts'

export const importHandlers = (context: Context): Handlers<Api['imports']> => ({
  ...perType(
    'upload{Type}',
    (type): Handler<Api['imports']['uploadArt']> =>
      ({ body }, { actor }) =>
        importRows(context, actor, { ...body, type }),
  ),
  changeMany: ({ body }, { actor }) => changeMany(context, actor, body),
  list: async () => (await importStore(context.db).listAll()).map(toSummary),
  undo: ({ body }, { actor }) => undoImport(context, actor, body.importId),
})

const toSummary = (row: ImportRow): ImportSummary => ({
  id: row.id,
  kind: row.kind,
  at: row.at,
  by: row.user_name,
  fileName: row.file_name,
  created: row.created,
  changed: row.changed,
  undone: row.undone_at === null ? null : { at: row.undone_at, by: row.undone_by ?? '' },
})

interface UndoOutcome {
  /** Number of items. */
  readonly restored: number
  /** The items that were left as they are. */
  readonly left: { identifier: string; reason: string }[]
}

/** Few enough that states with 20,000 letters each do not block the event loop. */
const itemsPerBatch = 100

/** Undoes an import except for items changed since, in the caller's transaction if `db` is one. */
export async function undoImport(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  importId: number,
): Promise<UndoOutcome> {
  const items = await readImportedItems(db, importId)
  await precomputeDerivedValues(
    items.map(({ before }) => before).filter((before) => before !== null && before !== unreadable),
  )

  const at = instant(clock)
  return inTransaction(db, async (tx) => {
    const insertedMovements = await movementStore(tx).listInserted(importId)
    const movedItemIds = insertedMovements.map(({ item_id }) => item_id)
    // A caller that undoes several imports in one transaction must lock the items of all of them
    // before.
    const reasons = await lockAndFindReasonsToSkip(tx, items, movedItemIds)
    const importRow = await importStore(tx).lock(importId)
    if (!importRow) throw notFound('There is no such upload or change.')
    if (importRow.undone_at !== null)
      throw conflict(`This was already undone by ${importRow.undone_by}.`)

    const writes: ItemWrite[] = []
    const left: UndoOutcome['left'] = []
    for (const { id, identifier, item, before } of items) {
      const reason = reasons.get(id)
      if (reason !== undefined) left.push({ identifier, reason })
      else if (item && before !== unreadable)
        writes.push({ item, kind: before ? 'restored' : 'removed', before: item, after: before })
    }
    await importStore(tx).setUndone(importId, actor, at)
    const reverted = await revertMovements(tx, insertedMovements, { actor, at })
    await writeItems(tx, writes, { actor, at, importId })
    await updateProjections(tx, 'movement', reverted.itemIds)
    const restored = writes.length + reverted.itemIds.length
    const details = { importId, kind: importRow.kind, restored }
    await recordAudit(tx, clock, { kind: 'import-undone', ...byActor(actor), details })
    return { restored, left: [...left, ...reverted.left] }
  })
}

/** An item that an import created or changed, with its state before the import. */
interface ImportedItem {
  readonly id: number
  /** As it was right after the import; the current one if that state can't be read. */
  readonly identifier: string
  /** Null if the import created the item. */
  readonly before: DecodedState<ItemState>
  /** Undefined if the item no longer exists. */
  readonly item: Item | undefined
  readonly isChangedSince: boolean
}

async function readImportedItems(db: Db, importId: number): Promise<ImportedItem[]> {
  const history = itemChangeStore(db)
  const changes = await history.listSubjectsOfImport(importId)
  const ids = changes.map(({ subject_id }) => subject_id)
  const items = await itemStore(db).lockMany(ids)
  const imported: ImportedItem[] = []
  for await (const batch of splitIntoYieldingBatches(ids, itemsPerBatch)) {
    const batchChanges = await history.listChangesOfImport(importId, batch)
    for (const { id, subject_id, latest_id, before, after } of batchChanges) {
      const item = items.get(subject_id)
      const importedState = itemCodec.read(after)
      const state = importedState === unreadable ? item?.state : importedState
      imported.push({
        id: subject_id,
        identifier: state?.identifier ?? '',
        before: itemCodec.read(before),
        item,
        isChangedSince: latest_id !== id,
      })
    }
  }
  return imported
}

/** Locks the items; returns, by item id, why an item can't be restored. */
async function lockAndFindReasonsToSkip(
  tx: Tx,
  items: readonly ImportedItem[],
  movedItemIds: readonly number[],
): Promise<Map<number, string>> {
  const versions = await itemStore(tx).lockVersions([...items.map(({ id }) => id), ...movedItemIds])
  const reasons = new Map<number, string>()
  for (const { id, item, before, isChangedSince } of items) {
    if (!item || !versions.has(id)) reasons.set(id, 'It has been removed since.')
    else if (isChangedSince || !isUnchangedSince(item, versions.get(id)))
      reasons.set(id, 'Someone has changed it since.')
    else if (before === unreadable) reasons.set(id, 'Its earlier state can’t be read.')
  }

  const createdIds = items
    .filter(({ id, before }) => !before && !reasons.has(id))
    .map(({ id }) => id)
  for (const batch of splitIntoBatches(createdIds)) {
    for (const id of await itemStore(tx).listIdsWithComments(batch))
      reasons.set(id, 'Someone has commented on it since.')
  }
  return reasons
}

type InsertedMovement = Awaited<
  ReturnType<ReturnType<typeof movementStore>['listInserted']>
>[number]

/**
 * Reverts movements that were inserted before later ones, each by a movement back on its day, unless
 * the item was moved again on that day.
 */
async function revertMovements(
  tx: Tx,
  insertedMovements: readonly InsertedMovement[],
  { actor, at }: ChangeContext,
): Promise<{ readonly itemIds: number[]; readonly left: UndoOutcome['left'] }> {
  const chains = await movementStore(tx).readChains(insertedMovements.map((row) => row.item_id))
  const left: UndoOutcome['left'] = []
  const movements: EarlierMovement[] = []
  const itemIds: number[] = []
  for (const { id, item_id, identifier, day, from_id, from_path } of insertedMovements) {
    const chain = chains.get(item_id) ?? []
    const index = chain.findIndex((movement) => movement.id === id)
    const nextMovement = chain[index + 1]
    if (nextMovement?.day === day) {
      left.push({ identifier, reason: 'Someone has recorded another movement of that day since.' })
      continue
    }
    // The movement back also has the return date of the stay to which it leads.
    const previousStay = chain.slice(0, index).findLast(isMovedByItself)
    const movement = {
      to_id: from_id,
      to_path: from_path,
      day,
      at,
      user_id: actor.userId,
      user_name: getAuthorName(actor),
      reason: 'correction' as const,
      back_on: previousStay?.back_on ?? '',
      remark: '',
    }
    movements.push({ chain, movement })
    itemIds.push(item_id)
  }
  await movementStore(tx).insertEarlier(movements)
  return { itemIds, left }
}
