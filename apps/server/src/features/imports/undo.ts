import { type Clock, instant } from '../../base/clock.ts'
import { conflict, fail, missing } from '../../base/failure.ts'
import { chunks } from '../../db/chunks.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { byActor, recordAudit } from '../audit/index.ts'
import {
  deriveBeforehand,
  type ImportedItem,
  importedItems,
  isCurrent,
  itemStore,
  type Write,
  writeItems,
} from '../inventory/index.ts'
import { type ImportRow, importStore } from './store.ts'

const maxAttempts = 3

/** Which of these items somebody has commented on: those are not removed. */
export type Commented = (tx: Tx, itemIds: readonly number[]) => Promise<number[]>

export interface Undone {
  restored: number
  left: { identifier: string; reason: string }[]
}

/** Undoes an import, except for items changed since. Planned like an upload: again if one of its items changes meanwhile. */
export async function undoImport(db: Db, clock: Clock, commented: Commented, actor: Actor, importId: number) {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    expectDone(await importStore(db).find(importId))
    const items = await importedItems(db, importId)
    await deriveBeforehand(items.flatMap(({ before }) => (before && before !== 'unreadable' ? before : [])))
    const undone = await db.transaction().execute((tx) => writeUndo(tx, clock, commented, { actor, importId, items }))
    if (undone) return undone
  }
  throw conflict('Others are changing these items right now. Nothing was undone; please try again in a moment.')
}

interface Planned {
  readonly actor: Actor
  readonly importId: number
  readonly items: readonly ImportedItem[]
}

/** Null when the items have changed since they were read. */
async function writeUndo(
  tx: Tx,
  clock: Clock,
  commented: Commented,
  { actor, importId, items }: Planned,
): Promise<Undone | null> {
  const store = importStore(tx)
  const { kind } = expectDone(await store.lock(importId))
  const versions = await itemStore(tx).lockVersions(items.map(({ id }) => id))
  if (!items.every(({ id, item }) => (item ? isCurrent(item, versions.get(id)) : !versions.has(id)))) return null
  const reasons = await reasonsToSkip(tx, items, commented)
  const writes = items
    .filter(({ id }) => !reasons.has(id))
    .flatMap(({ item, before }): Write[] => {
      if (!item || before === 'unreadable') return []
      return [{ item, kind: before ? 'restored' : 'removed', before: item, after: before }]
    })
  const at = instant(clock)
  await writeItems(tx, writes, { actor, at, importId })
  await store.setUndone(importId, actor, at)
  const details = { importId, kind, restored: writes.length }
  await recordAudit(tx, clock, { kind: 'import-undone', ...byActor(actor), details })
  return {
    restored: writes.length,
    left: items.flatMap(({ id, identifier }) => {
      const reason = reasons.get(id)
      return reason ? [{ identifier, reason }] : []
    }),
  }
}

function expectDone(found: ImportRow | undefined): ImportRow {
  const upload = found ?? fail(missing('There is no such upload or change.'))
  if (upload.undone_at !== null) throw conflict(`This was undone already, by ${upload.undone_by}.`)
  return upload
}

async function reasonsToSkip(
  tx: Tx,
  items: readonly ImportedItem[],
  commented: Commented,
): Promise<Map<number, string>> {
  const reasons = new Map<number, string>()
  for (const { id, item, before, changedSince } of items) {
    if (!item) reasons.set(id, 'It was removed since.')
    else if (changedSince) reasons.set(id, 'Somebody changed it since.')
    else if (before === 'unreadable') reasons.set(id, 'Its earlier state can’t be read.')
  }
  const created = items.filter(({ id, before }) => !before && !reasons.has(id)).map(({ id }) => id)
  for (const some of chunks(created)) {
    for (const id of await commented(tx, some)) reasons.set(id, 'Somebody commented on it since.')
  }
  return reasons
}
