import type { QueryClient } from '@tanstack/react-query'
import {
  type Attribute,
  type EmptyCells,
  fold,
  type ImportOutcome,
  type ItemType,
  importLimits,
  labelLanguages,
  readKey,
  type UnknownColumns,
} from '@vitrine/contract'
import { ApiError } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { attributeQueries } from '../../client/queries.ts'
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

/**
 * Reads the file here and has the server tell what it would do; columns that it does not know get
 * their likely meaning.
 */
export async function checkFile(
  queries: QueryClient,
  type: ItemType,
  file: File,
): Promise<CheckedUpload> {
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
    const { unknownColumns, possible } = unknown
    const catalogue = await queries.ensureQueryData(attributeQueries.ofType(type))
    const mapped = {
      ...upload,
      columns: likelyColumns(unknownColumns, possible, catalogue, headers),
    }
    return { ...mapped, possible, preview: await sendUpload(type, mapped, true) }
  }
}

function unknownColumnsOf(error: unknown): UnknownColumns | null {
  if (!(error instanceof ApiError) || typeof error.obj !== 'object' || error.obj === null)
    return null
  return 'unknownColumns' in error.obj ? (error.obj as UnknownColumns) : null
}

const tooLarge = `The file is too large to upload at once: at most ${importLimits.bytes / 1024 / 1024} MB, counting the column names for every row. Please split it into smaller files.`

/** What a column of a file stands for; null skips it. */
export type ColumnChoices = Readonly<Record<string, string | null>>

/** Labels are compared without units, spaces and signs. */
const plain = (text: string): string => fold(text).replaceAll(/\([^()]*\)|[^\p{L}\p{N}]/gu, '')

/** Words for what an item has beside its attributes, in the languages of staff. */
const textWords: Readonly<Record<string, readonly string[]>> = {
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
 * The likely meaning of columns that don't go by the name of a field: that whose label, in any
 * language, they say. A field is offered once, and not where the file has a column of its name.
 */
export function likelyColumns(
  unknown: readonly string[],
  possible: readonly string[],
  catalogue: readonly Attribute[],
  headers: readonly string[],
): ColumnChoices {
  const taken = new Set(headers.map((header) => header.trim().toLowerCase()))
  const fields = new Map<string, string>()
  const known = new Map(catalogue.map((attribute) => [attribute.tag_key, attribute]))
  for (const field of possible) {
    const attribute = known.get(field)
    const labels = attribute
      ? labelLanguages.flatMap((language) => attribute.labels[language] ?? [])
      : []
    for (const word of [field, readKey(field).name, ...labels, ...(textWords[field] ?? [])]) {
      const key = plain(word)
      if (!fields.has(key)) fields.set(key, field)
    }
  }
  return Object.fromEntries(
    unknown.map((header) => {
      const field = fields.get(plain(header))
      if (field === undefined || taken.has(field)) return [header, null]
      taken.add(field)
      return [header, field]
    }),
  )
}
