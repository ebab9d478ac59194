import type { QueryClient } from '@tanstack/react-query'
import {
  type Attribute,
  type EmptyCellPolicy,
  fold,
  type ImportOutcome,
  type ItemType,
  importLimits,
  labelLanguages,
  parseAttributeKey,
  type UnknownColumns,
} from '@vitrine/contract'
import { ApiError } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { attributeQueries } from '../../client/queries.ts'
import type { ParsedCsv } from './parse-csv.ts'

/** A parsed file and how to interpret it. */
export interface CsvUpload extends ParsedCsv {
  readonly fileName: string
  /** The fields to which unknown columns are mapped. */
  readonly columns: ColumnMapping
  readonly emptyCells: EmptyCellPolicy
  /** Whether new items are hidden from visitors. */
  readonly withdrawn: boolean
}

export interface CheckedUpload extends CsvUpload {
  readonly possible: readonly string[]
  readonly preview: ImportOutcome
}

export const sendUpload = (
  type: ItemType,
  { fileName, rows, rowNumbers, columns, emptyCells, withdrawn }: CsvUpload,
  dryRun: boolean,
): Promise<ImportOutcome> =>
  call(`POST /inventory/${type}/upload`, {
    body: { data: rows, rowNumbers, columns, emptyCells, withdrawn, dryRun, fileName },
  })

/**
 * Parses a file and lets the server preview the upload, with a guessed mapping of unknown columns.
 */
export async function prepareUpload(
  queries: QueryClient,
  type: ItemType,
  file: File,
): Promise<CheckedUpload> {
  if (file.size > importLimits.bytes) throw new Error(tooLarge)
  // Loaded when a file is chosen, because uploads are rare.
  const { parseCsv } = await import('./parse-csv.ts')
  const csv = parseCsv(await file.arrayBuffer())
  const headers = Object.keys(csv.rows[0] ?? {})
  // The request repeats the column names and the row number for every row.
  const bytesPerRow = headers.reduce((sum, name) => sum + name.length + 6, 7)
  if (file.size + bytesPerRow * csv.rows.length > importLimits.bytes) throw new Error(tooLarge)
  const upload: CsvUpload = {
    ...csv,
    fileName: file.name,
    columns: {},
    emptyCells: 'keep',
    withdrawn: false,
  }

  try {
    return { ...upload, possible: [], preview: await sendUpload(type, upload, true) }
  } catch (error) {
    const unknown = findUnknownColumns(error)
    if (!unknown) throw error
    const { unknownColumns, possible } = unknown
    const catalogue = await queries.ensureQueryData(attributeQueries.ofType(type))
    const mapped = {
      ...upload,
      columns: guessColumns(unknownColumns, possible, catalogue, headers),
    }
    return { ...mapped, possible, preview: await sendUpload(type, mapped, true) }
  }
}

function findUnknownColumns(error: unknown): UnknownColumns | null {
  if (!(error instanceof ApiError) || typeof error.obj !== 'object' || error.obj === null)
    return null
  return 'unknownColumns' in error.obj ? (error.obj as UnknownColumns) : null
}

const tooLarge = `The file is too large to upload at once: at most ${importLimits.bytes / 1024 / 1024} MB, counting the column names for every row. Please split it into smaller files.`

/** The field for each unknown column of a file; null skips the column. */
export type ColumnMapping = Readonly<Record<string, string | null>>

/** Removes units, spaces and punctuation, so that labels can be compared. */
const normalizeLabel = (text: string): string =>
  fold(text).replaceAll(/\([^()]*\)|[^\p{L}\p{N}]/gu, '')

/** Common column names for an item's own fields, in the languages of staff. */
const fieldSynonyms: Readonly<Record<string, readonly string[]>> = {
  identifier: [
    'Inventory number',
    'Number',
    'Nr',
    'Inventarnummer',
    'Nummer',
    'Numéro',
    'Cote',
    'Inventaire',
  ],
  name: ['Title', 'Titel', 'Bezeichnung', 'Nom', 'Titre', 'Désignation'],
  description: ['Text', 'Beschreibung', 'Beschrieb', 'Texte'],
}

/**
 * Maps unknown columns to the fields whose label they match, in any language. Uses each field at
 * most once, and none for which the file has a column of that name.
 */
export function guessColumns(
  unknown: readonly string[],
  possible: readonly string[],
  catalogue: readonly Attribute[],
  headers: readonly string[],
): ColumnMapping {
  const usedFields = new Set(headers.map((header) => header.trim().toLowerCase()))
  const fieldsByLabel = new Map<string, string>()
  const attributesByKey = new Map(catalogue.map((attribute) => [attribute.tag_key, attribute]))

  for (const field of possible) {
    const attribute = attributesByKey.get(field)
    const labels = [
      field,
      parseAttributeKey(field).name,
      ...labelLanguages.map((language) => attribute?.labels[language]),
      ...(fieldSynonyms[field] ?? []),
    ]
    for (const label of labels) {
      if (label === undefined) continue
      const key = normalizeLabel(label)
      if (!fieldsByLabel.has(key)) fieldsByLabel.set(key, field)
    }
  }

  return Object.fromEntries(
    unknown.map((header) => {
      const field = fieldsByLabel.get(normalizeLabel(header))
      if (field === undefined || usedFields.has(field)) return [header, null]
      usedFields.add(field)
      return [header, field]
    }),
  )
}
