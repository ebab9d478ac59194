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

interface Undone {
  readonly restored: number
  readonly left: { identifier: string; reason: string }[]
}

// Few enough that states with 20,000 letters each do not block the event loop.
const itemsPerPage = 100

/** Undoes an import, except for items changed since; in the transaction of the caller if `db` is one. */
export async function undoImport(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  importId: number,
): Promise<Undone> {
  const items = await importedItems(db, importId)
  await precomputeDerivedValues(
    items.flatMap(({ before }) => (before && before !== 'unreadable' ? before : [])),
  )
  const at = instant(clock)
  return inTransaction(db, async (tx) => {
    // It locks the items. Whoever undoes several imports in one transaction has locked the items of all of them before.
    const reasons = await reasonsToSkip(tx, items)
    const found = await importStore(tx).lock(importId)
    if (!found) throw notFound('There is no such upload or change.')
    if (found.undone_at !== null) throw conflict(`This was undone already, by ${found.undone_by}.`)

    const writes = items.flatMap(({ id, item, before }): ItemWrite[] => {
      if (reasons.has(id) || !item || before === 'unreadable') return []
      return [{ item, kind: before ? 'restored' : 'removed', before: item, after: before }]
    })
    await importStore(tx).setUndone(importId, actor, at)
    await writeItems(tx, writes, { actor, at, importId })
    const details = { importId, kind: found.kind, restored: writes.length }
    await recordAudit(tx, clock, { kind: 'import-undone', ...byActor(actor), details })

    const left = items.flatMap(({ id, identifier }) => {
      const reason = reasons.get(id)
      return reason === undefined ? [] : [{ identifier, reason }]
    })
    return { restored: writes.length, left }
  })
}

/** An item that an import created or changed, as it was before and as it is now. */
interface ImportedItem {
  readonly id: number
  /** As in the uploaded file. */
  readonly identifier: string
  /** Null when the import created it. */
  readonly before: DecodedState<ItemState>
  /** Undefined when it no longer exists. */
  readonly item: Item | undefined
  readonly changedSince: boolean
}

async function importedItems(db: Db, importId: number): Promise<ImportedItem[]> {
  const history = itemChangeStore(db)
  const touched = await history.subjectsOfImport(importId)
  const ids = touched.map((change) => change.subject_id)
  const items = await itemStore(db).lockMany(ids)
  const imported: ImportedItem[] = []
  for await (const some of yieldingChunks(ids, itemsPerPage)) {
    for (const { id, subject_id, latest_id, before, after } of await history.ofImport(
      importId,
      some,
    )) {
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

async function reasonsToSkip(tx: Tx, items: readonly ImportedItem[]): Promise<Map<number, string>> {
  const versions = await itemStore(tx).lockVersions(items.map(({ id }) => id))
  const reasons = new Map<number, string>()
  for (const { id, item, before, changedSince } of items) {
    if (!item || !versions.has(id)) reasons.set(id, 'It was removed since.')
    else if (changedSince || !isUnchangedSince(item, versions.get(id)))
      reasons.set(id, 'Somebody changed it since.')
    else if (before === 'unreadable') reasons.set(id, 'Its earlier state can’t be read.')
  }
  const created = items.filter(({ id, before }) => !before && !reasons.has(id)).map(({ id }) => id)
  for (const some of chunks(created)) {
    for (const id of await itemStore(tx).listCommented(some))
      reasons.set(id, 'Somebody commented on it since.')
  }
  return reasons
}
