import { importLimits, tooManyCells, type UnknownColumns } from '@vitrine/contract'
import { Failure, invalid } from '../../../base/failure.ts'
import { yieldingChunks } from '../../../db/chunks.ts'
import type { ItemCsvColumns } from '../lists/csv-columns.ts'

type Row = Readonly<Record<string, string>>

/** A column that the parser had to name itself; allowed as long as it is empty. */
const unnamed = /^unnamed_\d+$/
const identifier = 'identifier'
/** Columns of our own exports that can’t be imported; they are ignored. */
const readOnlyColumns = new Set(['id', 'public', 'archived', 'created', 'changed', 'picture', 'recording'])

interface File {
  readonly data: readonly Row[]
  /** What somebody decided about columns; null skips one. */
  readonly columns: Readonly<Record<string, string | null>>
}

/** Maps headers to fields. A file with an unknown header that nobody decided about is rejected. */
export async function columnsOf(
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

/** All headers but those of empty columns that nobody named. */
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
