import type { EmptyCells, ImportOutcome, ItemType } from '@vitrine/contract'
import { type Clock, instant } from '../../../base/clock.ts'
import { Failure } from '../../../base/failure.ts'
import type { Item, ItemState } from '../../../db/items.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import type { Actor } from '../../../http/access.ts'
import { deriveBeforehand } from '../../../projections/index.ts'
import { byActor, recordAudit } from '../../audit/index.ts'
import { csvColumnsOf } from '../lists/csv-columns.ts'
import { isCurrent } from '../state.ts'
import { itemStore } from '../store.ts'
import { writeItems } from '../write.ts'
import { columnsOf } from './columns.ts'
import { type LargeWrite, type LargeWrites, Overtaken } from './large-writes.ts'
import { type Plan, planImport, readRows } from './plan.ts'
import { importStore } from './store.ts'

export interface Upload {
  readonly type: ItemType
  readonly data: readonly Readonly<Record<string, string>>[]
  readonly rowNumbers?: readonly number[] | undefined
  readonly columns: Readonly<Record<string, string | null>>
  readonly emptyCells: EmptyCells
  readonly dryRun: boolean
  readonly fileName: string
}

interface Parts {
  readonly db: Db
  readonly clock: Clock
  readonly writes: LargeWrites
}

/** Plans outside a transaction, which may take a while; if an affected item changes before it is written, it plans again. */
export async function uploadRows({ db, clock, writes }: Parts, actor: Actor, upload: Upload): Promise<ImportOutcome> {
  const { type } = upload
  const known = await csvColumnsOf(db, type)
  const { entries, refused } = await readRows(upload, await columnsOf(upload, known), known)
  const identifiers = entries.map((entry) => entry.info.identifier)

  return writes.attempt('uploaded', async () => {
    const plan = await planImport(entries, refused, await itemStore(db).byIdentifiers(type, identifiers))
    if (upload.dryRun) return plan.outcome
    if (plan.outcome.refused.length > 0) throw refusal(plan.outcome)
    if (plan.create.length + plan.change.length === 0) return plan.outcome
    await deriveBeforehand([...plan.create, ...plan.change.map(({ after }) => after)])
    return { ...plan.outcome, importId: await writes.write(writeOf(plan, { actor, clock, upload })) }
  })
}

const refusal = (outcome: ImportOutcome) =>
  new Failure(
    'invalid',
    outcome.refused.length === 1
      ? 'One row was refused, so nothing was uploaded.'
      : `${outcome.refused.length} rows were refused, so nothing was uploaded.`,
    outcome,
  )

interface UploadContext {
  readonly actor: Actor
  readonly clock: Clock
  readonly upload: Pick<Upload, 'type' | 'fileName'>
}

interface Row {
  /** Null for a new one. */
  readonly item: Item | null
  readonly after: ItemState
}

function writeOf(
  { create, change }: Plan,
  { actor, clock, upload: { type, fileName } }: UploadContext,
): LargeWrite<Row> {
  const at = instant(clock)
  const counts = { created: create.length, changed: change.length }
  return {
    rows: [...create.map((after) => ({ item: null, after })), ...change],
    async begin(tx, leaseUntil) {
      const { id } = await importStore(tx).add(actor, { kind: 'upload', type, fileName, at, leaseUntil })
      return id
    },
    async write(tx, some, importId) {
      await expectUnchanged(tx, some)
      const created = some.filter(({ item }) => item === null).length
      let nextId = created > 0 ? await itemStore(tx).reserveIds(type, created) : 0
      const writes = some.map(({ item, after }) => ({
        item: item ?? { id: nextId++, type },
        kind: 'import' as const,
        before: item,
        after,
      }))
      await writeItems(tx, writes, { actor, at, importId })
    },
    async finish(tx, importId) {
      await importStore(tx).finish(importId, counts)
      await recordAudit(tx, clock, { kind: 'imported', ...byActor(actor), details: { importId, ...counts } })
    },
  }
}

async function expectUnchanged(tx: Tx, rows: readonly Row[]): Promise<void> {
  const items = rows.flatMap(({ item }) => item ?? [])
  const versions = await itemStore(tx).lockVersions(items.map(({ id }) => id))
  if (!items.every((item) => isCurrent(item, versions.get(item.id)))) throw new Overtaken()
}
