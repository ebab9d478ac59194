import type { EmptyCells, ImportOutcome, ItemType } from '@vitrine/contract'
import { type Clock, instant } from '../../base/clock.ts'
import { conflict, Failure } from '../../base/failure.ts'
import { yieldToEventLoop } from '../../db/chunks.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import type { Actor } from '../../http/actor.ts'
import { byActor, recordAudit } from '../audit/index.ts'
import { csvColumnsOf, deriveBeforehand, isCurrent, itemStore, type Write, writeItems } from '../inventory/index.ts'
import { columnsOf } from './columns.ts'
import { type Plan, planImport, readRows } from './plan.ts'
import { importStore } from './store.ts'

const maxAttempts = 3

export interface Upload {
  readonly type: ItemType
  readonly data: readonly Readonly<Record<string, string>>[]
  readonly rowNumbers?: readonly number[] | undefined
  readonly columns: Readonly<Record<string, string | null>>
  readonly emptyCells: EmptyCells
  readonly dryRun: boolean
  readonly fileName: string
}

/**
 * Plans outside a transaction, which may take a while, and writes inside one. If an affected item was changed in between,
 * it plans again (optimistic concurrency).
 */
export async function uploadRows(db: Db, clock: Clock, actor: Actor, upload: Upload): Promise<ImportOutcome> {
  const { type } = upload
  const known = await csvColumnsOf(db, type)
  const { entries, refused } = await readRows(upload, await columnsOf(upload, known), known)
  const identifiers = entries.map((entry) => entry.info.identifier)

  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const plan = await planImport(entries, refused, await itemStore(db).byIdentifiers(type, identifiers))
    if (upload.dryRun) return plan.outcome
    if (plan.outcome.refused.length > 0) throw refusal(plan.outcome)
    if (plan.create.length + plan.change.length === 0) return plan.outcome
    await deriveBeforehand([...plan.create, ...plan.change.map(({ after }) => after)])
    const importId = await writePlan(db, clock, plan, { actor, at: instant(clock), upload })
    // Committing a large file and writing its answer both take a while: others come in between.
    await yieldToEventLoop()
    if (importId !== null) return { ...plan.outcome, importId }
  }
  throw conflict('Others are changing these items right now. Nothing was uploaded; please try again in a moment.')
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
  readonly at: string
  readonly upload: Pick<Upload, 'type' | 'fileName'>
}

/** Writes the plan in one transaction; null when the items have changed since. */
async function writePlan(
  db: Db,
  clock: Clock,
  plan: Plan,
  { actor, at, upload }: UploadContext,
): Promise<number | null> {
  try {
    return await db.transaction().execute(async (tx) => {
      if (!(await isUnchanged(tx, plan))) return null
      const counts = { created: plan.create.length, changed: plan.change.length }
      const { id: importId } = await importStore(tx).add(actor, at, {
        kind: 'upload',
        fileName: upload.fileName,
        ...counts,
      })
      await writeItems(tx, await writesOf(tx, plan, upload.type), { actor, at, importId })
      await recordAudit(tx, clock, { kind: 'imported', ...byActor(actor), details: { importId, ...counts } })
      return importId
    })
  } catch (error) {
    // Somebody else created one of the items a moment ago.
    if (isUniqueViolation(error)) return null
    throw error
  }
}

async function isUnchanged(tx: Tx, { change }: Plan): Promise<boolean> {
  const versions = await itemStore(tx).lockVersions(change.map(({ item }) => item.id))
  return change.every(({ item }) => isCurrent(item, versions.get(item.id)))
}

async function writesOf(tx: Tx, plan: Plan, type: ItemType): Promise<Write[]> {
  const firstId = plan.create.length > 0 ? await itemStore(tx).reserveIds(type, plan.create.length) : 0
  return [
    ...plan.create.map((after, index) => ({
      item: { id: firstId + index, type },
      kind: 'import' as const,
      before: null,
      after,
    })),
    ...plan.change.map(({ item, after }) => ({ item, kind: 'import' as const, before: item, after })),
  ]
}
