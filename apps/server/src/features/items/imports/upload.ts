import {
  type EmptyCellPolicy,
  type ImportOutcome,
  type ItemType,
  importLimits,
  tooManyCellsMessage,
  toYear,
  type UnknownColumns,
} from '@vitrine/contract'
import { instant } from '../../../base/clock.ts'
import { conflict, Failure, invalid } from '../../../base/failure.ts'
import type { Context } from '../../../context.ts'
import { splitIntoYieldingBatches } from '../../../db/batches.ts'
import { isUniqueViolation } from '../../../db/errors.ts'
import type { Tx } from '../../../db/tables.ts'
import type { Actor } from '../../../http/access.ts'
import { readPlaceTree } from '../../../items/places.ts'
import { itemStore } from '../../../items/store.ts'
import { precomputeDerivedValues } from '../../../projections/index.ts'
import { attributeCatalogue } from '../../attributes/index.ts'
import { byActor, recordAudit } from '../../audit/index.ts'
import { type ItemCsvColumns, readCsvColumns } from '../lists/csv.ts'
import { isUnchangedSince } from '../state.ts'
import { writeItems } from '../write.ts'
import { createWarningFinder } from './find-warnings.ts'
import { type ImportPlan, type ParsedRows, parseRows, planImport } from './plan-upload.ts'
import { importStore } from './store-imports.ts'

export interface ItemUpload {
  readonly type: ItemType
  readonly data: readonly Readonly<Record<string, string>>[]
  readonly rowNumbers?: readonly number[] | undefined
  readonly columns: Readonly<Record<string, string | null>>
  readonly emptyCells: EmptyCellPolicy
  /** Whether new items are hidden from visitors. */
  readonly withdrawn: boolean
  readonly dryRun: boolean
  readonly fileName: string
}

/** Attempts to plan and write before the user is asked to try again. */
const maxAttempts = 3

/** Thrown if an affected item was changed between planning and writing. */
class PlanOutdatedError extends Error {}

/**
 * Imports the rows of a file, all or none. Plans outside the transaction, because on SQLite every
 * other write waits for its end; if an affected item changes meanwhile, plans again.
 */
export async function importRows(
  context: Context,
  actor: Actor,
  upload: ItemUpload,
): Promise<ImportOutcome> {
  const allColumns = await readCsvColumns(context.db, upload.type)
  const columnByHeader = await matchHeadersToColumns(upload, allColumns)
  const rows = await parseRows(upload, columnByHeader, allColumns)
  // Created once, so that little time passes between reading the items and writing them.
  const findWarnings = await createUploadWarningFinder(
    context,
    upload,
    new Set(columnByHeader.values()),
  )
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const plan = await readItemsAndPlan(context, upload, rows, findWarnings)
    if (upload.dryRun) return plan.outcome
    if (plan.outcome.refused.length > 0) throw createRefusedRowsFailure(plan.outcome)
    if (plan.toCreate.length + plan.toChange.length === 0) return plan.outcome

    try {
      return { ...plan.outcome, importId: await writePlan(context, actor, upload, plan) }
    } catch (error) {
      if (!(error instanceof PlanOutdatedError || isUniqueViolation(error))) throw error
    }
  }
  throw conflict(
    'Others are changing these items right now. Nothing was uploaded; please try again in a moment.',
  )
}

const createUploadWarningFinder = async (
  { db, clock, get }: Context,
  { type }: ItemUpload,
  columns: ReadonlySet<string>,
) =>
  createWarningFinder(db, {
    type,
    thisYear: toYear(clock.now()),
    attributes: await get(attributeCatalogue).active(type),
    columns,
  })

/** Plans the import of the rows on the current state of the places and items. */
async function readItemsAndPlan(
  { db }: Context,
  { type, withdrawn }: ItemUpload,
  rows: ParsedRows,
  findWarnings: Awaited<ReturnType<typeof createUploadWarningFinder>>,
): Promise<ImportPlan> {
  const identifiers = rows.entries.map(({ fields }) => fields.identifier)
  return planImport({
    ...rows,
    places: await readPlaceTree(db),
    existing: await itemStore(db).findByIdentifiers(type, identifiers),
    findWarnings,
    newItemsArePublic: !withdrawn,
  })
}

const createRefusedRowsFailure = (outcome: ImportOutcome) =>
  new Failure(
    'invalid',
    outcome.refused.length === 1
      ? 'One row was refused, so nothing was uploaded.'
      : `${outcome.refused.length} rows were refused, so nothing was uploaded.`,
    outcome,
  )

/** Writes the plan in one transaction; returns the id of the import. */
async function writePlan(
  { db, clock }: Context,
  actor: Actor,
  { type, fileName }: ItemUpload,
  { toCreate, toChange }: ImportPlan,
): Promise<number> {
  await precomputeDerivedValues([...toCreate, ...toChange.map(({ after }) => after)])
  const at = instant(clock)
  const counts = { created: toCreate.length, changed: toChange.length }
  return db.transaction().execute(async (tx) => {
    await lockUnchanged(tx, toChange)
    const { id: importId } = await importStore(tx).add(actor, {
      kind: 'upload',
      fileName,
      at,
      ...counts,
    })
    const firstId = toCreate.length > 0 ? await itemStore(tx).reserveIds(type, toCreate.length) : 0
    const created = toCreate.map((after, index) => ({
      item: { id: firstId + index, type },
      before: null,
      after,
    }))
    const changed = toChange.map(({ item, after }) => ({ item, before: item, after }))
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

/** Locks the items to change; fails if one has changed since it was planned. */
async function lockUnchanged(tx: Tx, toChange: ImportPlan['toChange']): Promise<void> {
  const versions = await itemStore(tx).lockVersions(toChange.map(({ item }) => item.id))
  if (!toChange.every(({ item }) => isUnchangedSince(item, versions.get(item.id))))
    throw new PlanOutdatedError()
}

type Row = Readonly<Record<string, string>>

/** Longest quotation of a header or column, in UTF-16 units. */
const maxQuotedLength = 40

/** A name that the CSV parser gives to a column without a header; such a column must be empty. */
const generatedHeader = /^unnamed_\d+$/
const identifierColumn = 'identifier'
/** Columns of Vitrine's own exports that an import ignores. */
const readOnlyColumns = new Set([
  'id',
  'public',
  'archived',
  'created',
  'changed',
  'picture',
  'recording',
])

interface UploadedFile {
  readonly data: readonly Row[]
  /** The column that the user chose for a header; null skips it. */
  readonly columns: Readonly<Record<string, string | null>>
}

/** Maps headers to columns; rejects unknown headers for which the user has not chosen a column. */
async function matchHeadersToColumns(
  { data: rows, columns: choices }: UploadedFile,
  { headings }: Pick<ItemCsvColumns, 'headings'>,
): Promise<Map<string, string>> {
  if (rows.length === 0) throw invalid('data', 'The file has no rows below its header.')

  const knownColumns = new Set(headings)
  const columnByHeader = new Map<string, string>()
  const unknownHeaders: string[] = []
  for (const header of await listUsedHeaders(rows)) {
    const choice = Object.hasOwn(choices, header) ? choices[header] : undefined
    if (choice === null) continue
    const column = choice ?? header.trim().toLowerCase()
    if (knownColumns.has(column)) columnByHeader.set(header, column)
    else if (choice !== undefined)
      throw invalid('columns', `There is no column “${choice.slice(0, maxQuotedLength)}” here.`)
    else if (!readOnlyColumns.has(column)) unknownHeaders.push(header)
  }
  if (unknownHeaders.length > 0) throw createUnknownColumnsFailure(unknownHeaders, headings)

  const columns = [...columnByHeader.values()]
  const duplicates = columns.filter((column, index) => columns.indexOf(column) !== index)
  if (duplicates.length > 0)
    throw invalid('data', `The file has a column more than once: ${duplicates.join(', ')}.`)
  if (!columns.includes(identifierColumn)) {
    throw invalid(
      'data',
      'The file has no column “identifier”: without it, no row can be matched to an item.',
    )
  }
  return columnByHeader
}

function createUnknownColumnsFailure(
  headers: readonly string[],
  headings: readonly string[],
): Failure {
  const possible = [...new Set(headings)]
  const message = `The file has columns that don’t exist here: ${formatHeaders(headers)}. Possible are ${possible.join(', ')}.`
  return new Failure('invalid', message, {
    fields: { data: message },
    unknownColumns: [...headers],
    possible,
  } satisfies UnknownColumns & { fields: object })
}

/** Lists all headers except generated ones of empty columns. */
async function listUsedHeaders(rows: readonly Row[]): Promise<string[]> {
  const headers = new Set<string>()
  const headersWithValues = new Set<string>()
  for await (const chunk of splitIntoYieldingBatches(rows)) {
    for (const row of chunk) {
      for (const header in row) {
        headers.add(header)
        if (!headersWithValues.has(header) && row[header]?.trim() !== '')
          headersWithValues.add(header)
      }
    }
    if (headers.size > importLimits.columns) throw invalid('data', tooManyCellsMessage)
  }
  return [...headers].filter(
    (header) => headersWithValues.has(header) || !generatedHeader.test(header),
  )
}

/** Headers that a message lists; it counts the others. */
const maxListedHeaders = 10

function formatHeaders(headers: readonly string[]): string {
  const listed = headers
    .slice(0, maxListedHeaders)
    .map((header) => `“${header.slice(0, maxQuotedLength)}”`)
  const omittedCount = headers.length - listed.length
  return `${listed.join(', ')}${omittedCount > 0 ? ` and ${omittedCount} more` : ''}`
}
