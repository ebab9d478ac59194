import { type Api, type ImportSummary, perType } from '@vitrine/contract'
import { instant } from '../../../base/clock.ts'
import { conflict, notFound } from '../../../base/failure.ts'
import type { Context } from '../../../context.ts'
import { chunks, yieldingChunks } from '../../../db/chunks.ts'
import { inTransaction } from '../../../db/dialect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import type { Actor } from '../../../http/access.ts'
import type { Handler, Handlers } from '../../../http/mount.ts'
import type { Item, ItemState } from '../../../items/item.ts'
import { itemStore } from '../../../items/store.ts'
import { precomputeDerivedValues } from '../../../projections/index.ts'
import { byActor, recordAudit } from '../../audit/index.ts'
import { type DecodedState, unreadable } from '../../history/index.ts'
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
  list: async () => (await importStore(context.db).all()).map(toSummary),
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
  readonly restored: number
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
    // Locks the items. Before undoing several imports in one transaction, lock the items of all of
    // them.
    const reasons = await lockAndFindReasonsToSkip(tx, items)
    const undoable = await importStore(tx).lock(importId)
    if (!undoable) throw notFound('There is no such upload or change.')
    if (undoable.undone_at !== null)
      throw conflict(`This was already undone by ${undoable.undone_by}.`)

    const writes: ItemWrite[] = []
    const left: UndoOutcome['left'] = []
    for (const { id, identifier, item, before } of items) {
      const reason = reasons.get(id)
      if (reason !== undefined) left.push({ identifier, reason })
      else if (item && before !== unreadable)
        writes.push({ item, kind: before ? 'restored' : 'removed', before: item, after: before })
    }
    await importStore(tx).setUndone(importId, actor, at)
    await writeItems(tx, writes, { actor, at, importId })
    const details = { importId, kind: undoable.kind, restored: writes.length }
    await recordAudit(tx, clock, { kind: 'import-undone', ...byActor(actor), details })
    return { restored: writes.length, left }
  })
}

/** An item that an import created or changed, with its state before the import. */
interface ImportedItem {
  readonly id: number
  /** As it was right after the import. */
  readonly identifier: string
  /** Null if the import created the item. */
  readonly before: DecodedState<ItemState>
  /** Undefined if the item no longer exists. */
  readonly item: Item | undefined
  readonly changedSince: boolean
}

async function readImportedItems(db: Db, importId: number): Promise<ImportedItem[]> {
  const history = itemChangeStore(db)
  const changes = await history.listSubjectsOfImport(importId)
  const ids = changes.map(({ subject_id }) => subject_id)
  const items = await itemStore(db).lockMany(ids)
  const imported: ImportedItem[] = []
  for await (const batch of yieldingChunks(ids, itemsPerBatch)) {
    for (const { id, subject_id, latest_id, before, after } of await history.listChangesOfImport(
      importId,
      batch,
    )) {
      const item = items.get(subject_id)
      const importedState = itemCodec.read(after)
      const state = importedState === unreadable ? item?.state : importedState
      imported.push({
        id: subject_id,
        identifier: state?.identifier ?? '',
        before: itemCodec.read(before),
        item,
        changedSince: latest_id !== id,
      })
    }
  }
  return imported
}

async function lockAndFindReasonsToSkip(
  tx: Tx,
  items: readonly ImportedItem[],
): Promise<Map<number, string>> {
  const versions = await itemStore(tx).lockVersions(items.map(({ id }) => id))
  const reasons = new Map<number, string>()
  for (const { id, item, before, changedSince } of items) {
    if (!item || !versions.has(id)) reasons.set(id, 'It has been removed since.')
    else if (changedSince || !isUnchangedSince(item, versions.get(id)))
      reasons.set(id, 'Someone has changed it since.')
    else if (before === unreadable) reasons.set(id, 'Its earlier state can’t be read.')
  }

  const createdIds = items
    .filter(({ id, before }) => !before && !reasons.has(id))
    .map(({ id }) => id)
  for (const batch of chunks(createdIds)) {
    for (const id of await itemStore(tx).listCommented(batch))
      reasons.set(id, 'Someone has commented on it since.')
  }
  return reasons
}
