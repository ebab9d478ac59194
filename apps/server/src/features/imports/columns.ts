import { invalid } from '../../failure.ts'

type Row = Readonly<Record<string, string>>

/** A column that the parser had to name itself; fine as long as nothing stands in it. */
const unnamed = /^unnamed_\d+$/
const identifier = 'identifier'
const textColumns = [identifier, 'name', 'description']

/** Which header of the file stands for which field. A file with a header that means nothing is refused as a whole. */
export function columnsOf(rows: readonly Row[], attributes: readonly string[]): Map<string, string> {
  if (rows.length === 0) throw invalid('data', 'The file has no rows below its header.')
  const headers = new Set<string>()
  const filled = new Set<string>()
  for (const row of rows) {
    for (const [header, cell] of Object.entries(row)) {
      headers.add(header)
      if (cell.trim() !== '') filled.add(header)
    }
  }
  const used = [...headers].filter((header) => filled.has(header) || !unnamed.test(header))
  const columns = new Map(used.map((header) => [header, header.trim().toLowerCase()]))
  const fields = [...columns.values()]

  const known = new Set([...textColumns, ...attributes])
  const foreign = used.filter((header) => !known.has(columns.get(header) ?? ''))
  if (foreign.length > 0) {
    const named = foreign.map((header) => `“${header}”`).join(', ')
    throw invalid(
      'data',
      `The file has columns that don’t exist here: ${named}. Possible are ${[...known].join(', ')}.`,
    )
  }
  const twice = fields.filter((field, index) => fields.indexOf(field) !== index)
  if (twice.length > 0) throw invalid('data', `The file has a column more than once: ${twice.join(', ')}.`)
  if (!fields.includes(identifier)) {
    throw invalid('data', 'The file has no column “identifier”: without it, no row can be matched to an item.')
  }
  return columns
}
