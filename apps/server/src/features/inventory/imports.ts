import { type Api, type ImportSummary, perType } from '@vitrine/contract'
import { instant } from '../../base/clock.ts'
import { conflict, fail, missing } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import { chunks } from '../../db/chunks.ts'
import type { Tx } from '../../db/tables.ts'
import type { Actor } from '../../http/access.ts'
import type { Handler, Handlers } from '../../http/mount.ts'
import { deriveBeforehand } from '../../projections/index.ts'
import { byActor, recordAudit } from '../audit/index.ts'
import { changeMany } from './change-many.ts'
import { type ImportedItem, importedItems, largeWrites } from './large-writes.ts'
import { isCurrent } from './state.ts'
import { itemStore } from './store.ts'
import { type ImportRow, importStore } from './store-imports.ts'
import { uploadRows } from './upload.ts'
import { type Write, writeItems } from './write.ts'

export const importHandlers = (context: Context): Handlers<Api['imports']> => ({
  ...perType(
    'upload{Type}',
    (type): Handler<Api['imports']['uploadArt']> =>
      ({ body }, { actor }) =>
        uploadRows(context, actor, { ...body, type }),
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
  restored: number
  left: { identifier: string; reason: string }[]
}

/** Undoes an import, except for items changed since; in the transaction of the caller if `db` is one. */
export const undoImport = ({ db, clock }: Pick<Context, 'db' | 'clock'>, actor: Actor, importId: number) =>
  largeWrites({ db, clock }).attempt('undone', async () => {
    const { kind, type } = expectDone(await importStore(db).find(importId))
    const items = await importedItems(db, importId)
    await deriveBeforehand(items.flatMap(({ before }) => (before && before !== 'unreadable' ? before : [])))
    const at = instant(clock)
    const undone: Undone = { restored: 0, left: [] }
    await largeWrites({ db, clock }).write({
      rows: items,
      async begin(tx, leaseUntil) {
        expectDone(await importStore(tx).lock(importId))
        const itemType = type ?? items.find(({ item }) => item)?.item?.type ?? null
        await importStore(tx).beginUndo(importId, actor, { type: itemType, leaseUntil })
        return importId
      },
      async write(tx, some) {
        const reasons = await reasonsToSkip(tx, some)
        const restored = some.flatMap(({ id, item, before }): Write[] => {
          if (reasons.has(id) || !item || before === 'unreadable') return []
          return [{ item, kind: before ? 'restored' : 'removed', before: item, after: before }]
        })
        await writeItems(tx, restored, { actor, at, importId })
        undone.restored += restored.length
        for (const { id, identifier } of some) {
          const reason = reasons.get(id)
          if (reason) undone.left.push({ identifier, reason })
        }
      },
      async finish(tx) {
        await importStore(tx).endUndo(importId, at)
        const details = { importId, kind, restored: undone.restored }
        await recordAudit(tx, clock, { kind: 'import-undone', ...byActor(actor), details })
      },
    })
    return undone
  })

function expectDone(found: ImportRow | undefined): ImportRow {
  const upload = found ?? fail(missing('There is no such upload or change.'))
  if (upload.undone_at !== null) throw conflict(`This was undone already, by ${upload.undone_by}.`)
  return upload
}

async function reasonsToSkip(tx: Tx, items: readonly ImportedItem[]): Promise<Map<number, string>> {
  const versions = await itemStore(tx).lockVersions(items.map(({ id }) => id))
  const reasons = new Map<number, string>()
  for (const { id, item, before, changedSince } of items) {
    if (!item || !versions.has(id)) reasons.set(id, 'It was removed since.')
    else if (changedSince || !isCurrent(item, versions.get(id))) reasons.set(id, 'Somebody changed it since.')
    else if (before === 'unreadable') reasons.set(id, 'Its earlier state can’t be read.')
  }
  const created = items.filter(({ id, before }) => !before && !reasons.has(id)).map(({ id }) => id)
  for (const some of chunks(created)) {
    for (const id of await itemStore(tx).commented(some)) reasons.set(id, 'Somebody commented on it since.')
  }
  return reasons
}
