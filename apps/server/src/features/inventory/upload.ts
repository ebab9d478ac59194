import {
  type EmptyCells,
  type ImportOutcome,
  type ItemType,
  importLimits,
  tooManyCells,
  type UnknownColumns,
} from '@vitrine/contract'
import { type Clock, instant } from '../../base/clock.ts'
import { Failure, invalid } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import { yieldingChunks } from '../../db/chunks.ts'
import type { Item, ItemState } from '../../db/items.ts'
import { readPlaces } from '../../db/places.ts'
import type { Tx } from '../../db/tables.ts'
import type { Actor } from '../../http/access.ts'
import { deriveBeforehand } from '../../projections/index.ts'
import { byActor, recordAudit } from '../audit/index.ts'
import { csvColumnsOf, type ItemCsvColumns } from './csv.ts'
import { type LargeWrite, largeWrites, Overtaken } from './large-writes.ts'
import { type Plan, planImport, readRows } from './plan-upload.ts'
import { isCurrent } from './state.ts'
import { itemStore } from './store.ts'
import { importStore } from './store-imports.ts'
import { writeItems } from './write.ts'

export interface Upload {
  readonly type: ItemType
  readonly data: readonly Readonly<Record<string, string>>[]
  readonly rowNumbers?: readonly number[] | undefined
  readonly columns: Readonly<Record<string, string | null>>
  readonly emptyCells: EmptyCells
  readonly dryRun: boolean
  readonly fileName: string
}

/** Plans outside a transaction, which may take a while; if an affected item changes before it is written, it plans again. */
export async function uploadRows(context: Context, actor: Actor, upload: Upload): Promise<ImportOutcome> {
  const { db, clock, get } = context
  const { type } = upload
  const writes = get(largeWrites)
  const known = await csvColumnsOf(db, type)
  const { entries, refused } = await readRows(upload, await columnsOf(upload, known), known)
  const identifiers = entries.map((entry) => entry.fields.identifier)

  return writes.attempt('uploaded', async () => {
    const plan = await planImport(
      entries,
      refused,
      await itemStore(db).byIdentifiers(type, identifiers),
      await readPlaces(db),
    )
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

interface PlannedRow {
  /** Null for a new one. */
  readonly item: Item | null
  readonly after: ItemState
}

function writeOf(
  { create, change }: Plan,
  { actor, clock, upload: { type, fileName } }: UploadContext,
): LargeWrite<PlannedRow> {
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

async function expectUnchanged(tx: Tx, rows: readonly PlannedRow[]): Promise<void> {
  const items = rows.flatMap(({ item }) => item ?? [])
  const versions = await itemStore(tx).lockVersions(items.map(({ id }) => id))
  if (!items.every((item) => isCurrent(item, versions.get(item.id)))) throw new Overtaken()
}

type Row = Readonly<Record<string, string>>

/** A column that the parser had to name itself; allowed as long as it is empty. */
const unnamed = /^unnamed_\d+$/
const identifier = 'identifier'
/** Columns of our own exports that can’t be imported; they are ignored. */
const readOnlyColumns = new Set(['id', 'public', 'archived', 'created', 'changed', 'picture', 'recording'])

interface File {
  readonly data: readonly Row[]
  /** The chosen field of a column; null skips it. */
  readonly columns: Readonly<Record<string, string | null>>
}

/** Maps headers to fields. A file with an unknown header without a choice is rejected. */
async function columnsOf(
  { data: rows, columns: chosen }: File,
  { headings }: Pick<ItemCsvColumns, 'headings'>,
): Promise<Map<string, string>> {
  if (rows.length === 0) throw invalid('data', 'The file has no rows below its header.')
  const used = await usedHeaders(rows)
  const known = new Set(headings)
  const columns = new Map<string, string>()
  const foreign: string[] = []
  for (const header of used) {
    const choice = Object.hasOwn(chosen, header) ? chosen[header] : undefined
    if (choice === null) continue
    const field = choice ?? header.trim().toLowerCase()
    if (known.has(field)) columns.set(header, field)
    else if (choice !== undefined) throw invalid('columns', `There is no column “${choice.slice(0, 40)}” here.`)
    else if (!readOnlyColumns.has(field)) foreign.push(header)
  }
  if (foreign.length > 0) {
    const possible = [...known]
    const sentence = `The file has columns that don’t exist here: ${named(foreign)}. Possible are ${possible.join(', ')}.`
    throw new Failure('invalid', sentence, {
      fields: { data: sentence },
      unknownColumns: foreign,
      possible,
    } satisfies UnknownColumns & { fields: object })
  }
  const fields = [...columns.values()]
  const twice = fields.filter((field, index) => fields.indexOf(field) !== index)
  if (twice.length > 0) throw invalid('data', `The file has a column more than once: ${twice.join(', ')}.`)
  if (!fields.includes(identifier)) {
    throw invalid('data', 'The file has no column “identifier”: without it, no row can be matched to an item.')
  }
  return columns
}

/** All headers but those of empty columns without a name. */
async function usedHeaders(rows: readonly Row[]): Promise<string[]> {
  const headers = new Set<string>()
  const filled = new Set<string>()
  for await (const some of yieldingChunks(rows)) {
    for (const row of some) {
      for (const header in row) {
        headers.add(header)
        if (!filled.has(header) && row[header]?.trim() !== '') filled.add(header)
      }
    }
    if (headers.size > importLimits.columns) throw invalid('data', tooManyCells)
  }
  return [...headers].filter((header) => filled.has(header) || !unnamed.test(header))
}

const maxNamed = 10

function named(headers: readonly string[]): string {
  const first = headers.slice(0, maxNamed).map((header) => `“${header.slice(0, 40)}”`)
  const rest = headers.length - first.length
  return `${first.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
