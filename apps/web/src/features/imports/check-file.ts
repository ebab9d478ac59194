import type { QueryClient } from '@tanstack/react-query'
import {
  type EmptyCells,
  type ImportOutcome,
  type ItemType,
  importLimits,
  type UnknownColumns,
} from '@vitrine/contract'
import { ApiError } from '../../client/api-error.ts'
import { attributeQueries } from '../../client/attribute-queries.ts'
import { call } from '../../client/call.ts'
import type { ColumnChoices } from './match-columns.ts'
import type { Csv } from './read-csv.ts'

/** A file once read, and how it is to be taken. */
export interface CsvUpload extends Csv {
  readonly fileName: string
  /** What the columns that don't exist here stand for. */
  readonly columns: ColumnChoices
  readonly emptyCells: EmptyCells
}

export interface CheckedUpload extends CsvUpload {
  readonly possible: readonly string[]
  readonly preview: ImportOutcome
}

export const sendUpload = (
  type: ItemType,
  { fileName, rows, rowNumbers, columns, emptyCells }: CsvUpload,
  dryRun: boolean,
): Promise<ImportOutcome> =>
  call(`POST /inventory/${type}/upload`, {
    body: { data: rows, rowNumbers, columns, emptyCells, dryRun, fileName },
  })

/** Reads the file here and has the server tell what it would do; columns that it does not know get their likely meaning. */
export async function checkFile(queries: QueryClient, type: ItemType, file: File): Promise<CheckedUpload> {
  if (file.size > importLimits.bytes) throw new Error(tooLarge)
  // Rarely used: loaded when a file is chosen.
  const { readCsv } = await import('./read-csv.ts')
  const csv = readCsv(await file.arrayBuffer())
  const headers = Object.keys(csv.rows[0] ?? {})
  // On its way every cell carries the name of its column, and every row its number.
  const names = headers.reduce((sum, name) => sum + name.length + 6, 7)
  if (file.size + names * csv.rows.length > importLimits.bytes) throw new Error(tooLarge)
  const upload: CsvUpload = { ...csv, fileName: file.name, columns: {}, emptyCells: 'keep' }
  try {
    return { ...upload, possible: [], preview: await sendUpload(type, upload, true) }
  } catch (error) {
    const unknown = unknownColumnsOf(error)
    if (!unknown) throw error
    const { likelyColumns } = await import('./match-columns.ts')
    const { unknownColumns, possible } = unknown
    const catalogue = await queries.ensureQueryData(attributeQueries.of(type))
    const mapped = { ...upload, columns: likelyColumns(unknownColumns, possible, catalogue, headers) }
    return { ...mapped, possible, preview: await sendUpload(type, mapped, true) }
  }
}

function unknownColumnsOf(error: unknown): UnknownColumns | null {
  if (!(error instanceof ApiError) || typeof error.obj !== 'object' || error.obj === null) return null
  return 'unknownColumns' in error.obj ? (error.obj as UnknownColumns) : null
}

const tooLarge = `The file is too large to upload at once: at most ${importLimits.bytes / 1024 / 1024} MB, counting the column names for every row. Please split it into smaller files.`
