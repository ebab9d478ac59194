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

/** An upload with the server's preview of its changes. */
export interface CheckedUpload extends CsvUpload {
  /** The fields to which an unknown column can be mapped. */
  readonly possibleFields: readonly string[]
  readonly preview: ImportOutcome
}

/** Uploads the rows, or with `dryRun` only previews the changes. */
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
  const upload = await readUpload(file)
  try {
    return { ...upload, possibleFields: [], preview: await sendUpload(type, upload, true) }
  } catch (error) {
    const rejection = findUnknownColumns(error)
    if (!rejection) throw error

    const { unknownColumns, possible: possibleFields } = rejection
    const catalogue = await queries.ensureQueryData(attributeQueries.ofType(type))
    const headers = listHeaders(upload)
    const columns = guessColumns({ unknownColumns, possibleFields, catalogue, headers })
    const mappedUpload = { ...upload, columns }
    return { ...mappedUpload, possibleFields, preview: await sendUpload(type, mappedUpload, true) }
  }
}

async function readUpload(file: File): Promise<CsvUpload> {
  if (file.size > importLimits.bytes) throw new Error(tooLargeMessage)

  // Loaded when a file is chosen, because uploads are rare.
  const { parseCsv } = await import('./parse-csv.ts')
  const csv = parseCsv(await file.arrayBuffer())
  const requestBytes = file.size + countBytesPerRow(listHeaders(csv)) * csv.rows.length
  if (requestBytes > importLimits.bytes) throw new Error(tooLargeMessage)

  return { ...csv, fileName: file.name, columns: {}, emptyCells: 'keep', withdrawn: false }
}

const listHeaders = ({ rows: [firstRow = {}] }: ParsedCsv): string[] => Object.keys(firstRow)

/** Estimates the bytes that the request adds to the values of each row. */
function countBytesPerRow(headers: readonly string[]): number {
  // Six digits and a comma.
  const rowNumberBytes = 7
  // For each cell: the quotes of its name and value, a colon and a comma.
  const syntaxBytes = 6
  return headers.reduce((sum, name) => sum + name.length + syntaxBytes, rowNumberBytes)
}

function findUnknownColumns(error: unknown): UnknownColumns | null {
  if (!(error instanceof ApiError) || typeof error.obj !== 'object' || error.obj === null)
    return null
  return 'unknownColumns' in error.obj ? (error.obj as UnknownColumns) : null
}

const tooLargeMessage = `The file is too large to upload at once: at most ${importLimits.bytes / 1024 / 1024} MB, counting the column names for every row. Please split it into smaller files.`

/** The field for each unknown column of a file; null skips the column. */
export type ColumnMapping = Readonly<Record<string, string | null>>

/** A unit in brackets, such as '(cm)', or any character that is neither a letter nor a number. */
const unitOrPunctuation = /\([^()]*\)|[^\p{L}\p{N}]/gu

/** Removes units, spaces and punctuation, so that labels can be compared. */
const normalizeLabel = (text: string): string => fold(text).replaceAll(unitOrPunctuation, '')

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

interface ColumnsToMap {
  readonly unknownColumns: readonly string[]
  readonly possibleFields: readonly string[]
  readonly catalogue: readonly Attribute[]
  /** All columns of the file. */
  readonly headers: readonly string[]
}

/**
 * Maps unknown columns to the fields whose label they match, in any language. Uses each field at
 * most once, and none for which the file has a column of that name.
 */
export function guessColumns({
  unknownColumns,
  possibleFields,
  catalogue,
  headers,
}: ColumnsToMap): ColumnMapping {
  const fieldsByLabel = indexFieldsByLabel(possibleFields, catalogue)
  const usedFields = new Set(headers.map((header) => header.trim().toLowerCase()))
  const mapping = new Map<string, string | null>()

  for (const column of unknownColumns) {
    const field = fieldsByLabel.get(normalizeLabel(column))
    const isFree = field !== undefined && !usedFields.has(field)
    mapping.set(column, isFree ? field : null)
    if (isFree) usedFields.add(field)
  }

  return Object.fromEntries(mapping)
}

/** Several fields may have the same label; the first one gets it. */
function indexFieldsByLabel(
  fields: readonly string[],
  catalogue: readonly Attribute[],
): Map<string, string> {
  const fieldsByLabel = new Map<string, string>()
  const attributesByKey = new Map(catalogue.map((attribute) => [attribute.tag_key, attribute]))

  for (const field of fields) {
    const attribute = attributesByKey.get(field)
    const labels = [
      field,
      parseAttributeKey(field).name,
      ...labelLanguages.map((language) => attribute?.labels[language] ?? ''),
      ...(fieldSynonyms[field] ?? []),
    ]

    for (const label of labels.filter(Boolean)) {
      const normalizedLabel = normalizeLabel(label)
      if (!fieldsByLabel.has(normalizedLabel)) fieldsByLabel.set(normalizedLabel, field)
    }
  }

  return fieldsByLabel
}
