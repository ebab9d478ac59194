import {
  type EmptyCells,
  type ImportOutcome,
  type ItemType,
  importLimits,
  tooManyCells,
  type UnknownColumns,
} from '@vitrine/contract'
import { instant } from '../../../base/clock.ts'
import { conflict, Failure, invalid } from '../../../base/failure.ts'
import type { Context } from '../../../context.ts'
import { yieldingChunks } from '../../../db/chunks.ts'
import { isUniqueViolation } from '../../../db/errors.ts'
import type { Tx } from '../../../db/tables.ts'
import type { Actor } from '../../../http/access.ts'
import { readPlaces } from '../../../items/places.ts'
import { itemStore } from '../../../items/store.ts'
import { precomputeDerivedValues } from '../../../projections/index.ts'
import { byActor, recordAudit } from '../../audit/index.ts'
import { type ItemCsvColumns, readCsvColumns } from '../lists/csv.ts'
import { isUnchangedSince } from '../state.ts'
import { writeItems } from '../write.ts'
import { type ImportPlan, type ParsedRows, parseRows, planImport } from './plan-upload.ts'
import { importStore } from './store-imports.ts'

export interface ItemUpload {
  readonly type: ItemType
  readonly data: readonly Readonly<Record<string, string>>[]
  readonly rowNumbers?: readonly number[] | undefined
  readonly columns: Readonly<Record<string, string | null>>
  readonly emptyCells: EmptyCells
  readonly dryRun: boolean
  readonly fileName: string
}

const maxAttempts = 3

/** Others have changed what was planned. */
class Overtaken extends Error {}

/**
 * Plans outside a transaction, because on SQLite every other write waits for that; if an affected item changes before it is
 * written, it plans again.
 */
export async function importRows(
  context: Context,
  actor: Actor,
  upload: ItemUpload,
): Promise<ImportOutcome> {
  const known = await readCsvColumns(context.db, upload.type)
  const rows = await parseRows(upload, await columnsOf(upload, known), known)
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const plan = await planRows(context, upload, rows)
    if (upload.dryRun) return plan.outcome
    if (plan.outcome.refused.length > 0) throw refusal(plan.outcome)
    if (plan.create.length + plan.change.length === 0) return plan.outcome
    try {
      return { ...plan.outcome, importId: await writePlan(context, actor, upload, plan) }
    } catch (error) {
      if (!(error instanceof Overtaken || isUniqueViolation(error))) throw error
    }
  }
  throw conflict(
    'Others are changing these items right now. Nothing was uploaded; please try again in a moment.',
  )
}

async function planRows(
  { db }: Context,
  { type }: ItemUpload,
  { entries, refused }: ParsedRows,
): Promise<ImportPlan> {
  const identifiers = entries.map(({ fields }) => fields.identifier)
  const existing = await itemStore(db).findByIdentifiers(type, identifiers)
  return planImport(entries, refused, existing, await readPlaces(db))
}

const refusal = (outcome: ImportOutcome) =>
  new Failure(
    'invalid',
    outcome.refused.length === 1
      ? 'One row was refused, so nothing was uploaded.'
      : `${outcome.refused.length} rows were refused, so nothing was uploaded.`,
    outcome,
  )

/** Writes all of it or nothing; returns the id of the import. */
async function writePlan(
  { db, clock }: Context,
  actor: Actor,
  { type, fileName }: ItemUpload,
  { create, change }: ImportPlan,
): Promise<number> {
  await precomputeDerivedValues([...create, ...change.map(({ after }) => after)])
  const at = instant(clock)
  const counts = { created: create.length, changed: change.length }
  return db.transaction().execute(async (tx) => {
    await expectUnchanged(tx, change)
    const { id: importId } = await importStore(tx).add(actor, {
      kind: 'upload',
      fileName,
      at,
      ...counts,
    })
    const firstId = create.length > 0 ? await itemStore(tx).reserveIds(type, create.length) : 0
    const created = create.map((after, index) => ({
      item: { id: firstId + index, type },
      before: null,
      after,
    }))
    const changed = change.map(({ item, after }) => ({ item, before: item, after }))
    const writes = [...created, ...changed].map((write) => ({ ...write, kind: 'import' as const }))
    await writeItems(tx, writes, { actor, at, importId })
    await recordAudit(tx, clock, {
      kind: 'imported',
      ...byActor(actor),
      details: { importId, ...counts },
    })
    return importId
  })
}

async function expectUnchanged(tx: Tx, change: ImportPlan['change']): Promise<void> {
  const versions = await itemStore(tx).lockVersions(change.map(({ item }) => item.id))
  if (!change.every(({ item }) => isUnchangedSince(item, versions.get(item.id))))
    throw new Overtaken()
}

type Row = Readonly<Record<string, string>>

/** A column that the parser had to name itself; allowed as long as it is empty. */
const unnamed = /^unnamed_\d+$/
const identifier = 'identifier'
/** Columns of our own exports that can’t be imported; they are ignored. */
const readOnlyColumns = new Set([
  'id',
  'public',
  'archived',
  'created',
  'changed',
  'picture',
  'recording',
])

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
    else if (choice !== undefined)
      throw invalid('columns', `There is no column “${choice.slice(0, 40)}” here.`)
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
  if (twice.length > 0)
    throw invalid('data', `The file has a column more than once: ${twice.join(', ')}.`)
  if (!fields.includes(identifier)) {
    throw invalid(
      'data',
      'The file has no column “identifier”: without it, no row can be matched to an item.',
    )
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
