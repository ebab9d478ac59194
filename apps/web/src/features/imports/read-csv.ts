import { importLimits, tooManyCells, unescapeCell } from '@vitrine/contract'
import Papa from 'papaparse'

export type CsvRow = Record<string, string>

/** A file that can't be uploaded as it is; the message says what to do. */
export class CsvProblem extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CsvProblem'
  }
}

export interface Csv {
  readonly rows: CsvRow[]
  /** The number that a spreadsheet shows beside each row. */
  readonly rowNumbers: number[]
}

/** The rows of a CSV file, each by the names in its header. Empty ones are left out. */
export function readCsv(bytes: ArrayBuffer): Csv {
  const text = decoded(bytes)
  if (text.trim() === '') throw new CsvProblem('The file is empty.')
  const [header, ...rows] = tableIn(text)
  const columns = (header?.cells ?? []).map((name, index) => name.trim() || `unnamed_${index + 1}`)
  refuseHeader(columns)
  if (rows.length === 0) throw new CsvProblem('The file has no rows below its header.')
  refuseRagged(columns, rows)
  return {
    rows: rows.map(({ cells }) =>
      Object.fromEntries(
        columns.map((column, index) => [column, unescapeCell(cells[index] ?? '')]),
      ),
    ),
    rowNumbers: rows.map(({ number }) => number),
  }
}

/** UTF-8 with or without its mark, or else what older spreadsheets write: Windows-1252. */
function decoded(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  const text = decodedUtf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes)
  if (text.includes('\0')) {
    throw new CsvProblem(
      'This is not a CSV file. In a spreadsheet, save the table as CSV and choose that file.',
    )
  }
  return text
}

function decodedUtf8(bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

interface TableRow {
  readonly number: number
  readonly cells: readonly string[]
}

/** The rows that are not empty; reading ends with the first thing that can't be right. */
function tableIn(text: string): TableRow[] {
  const rows: TableRow[] = []
  let number = 0
  let cellCount = 0
  let problem: string | null = null
  Papa.parse<string[]>(text, {
    delimiter: delimiterOf(text),
    step: ({ data: cells, errors }, parser) => {
      number++
      cellCount += cells.length
      // Skipped here and not by the parser: what comes after an empty row keeps its number.
      const isEmpty = cells.every((cell) => cell.trim() === '')
      if (!isEmpty) rows.push({ number, cells })
      if (errors.some(({ type }) => type === 'Quotes')) {
        problem = `Row ${number} has a cell with unmatched quotes. Write a quote inside a cell twice.`
      } else if (!isEmpty && cells.length > importLimits.columns) {
        problem = `Row ${number} has ${cells.length} cells, but at most ${importLimits.columns} are allowed. Please remove columns you don’t need, including empty ones.`
      } else if (rows.length > importLimits.rows + 1 || cellCount > importLimits.cells) {
        problem = tooManyCells
      }
      if (problem) parser.abort()
    },
  })
  if (problem) throw new CsvProblem(problem)
  return rows
}

const delimiters = [';', ',', '\t']

/** Whichever the header has most of, outside quotes. */
function delimiterOf(text: string): string {
  const header = (text.trimStart().split(/\r\n|\n|\r/, 1)[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string) => header.split(delimiter).length
  return delimiters.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}

function refuseHeader(columns: readonly string[]): void {
  const names = columns.map((column) => column.toLowerCase())
  if (!names.includes('identifier')) {
    const found = columns.slice(0, 6).map((column) => `“${column.slice(0, 40)}”`)
    throw new CsvProblem(
      `The first line must name the columns, and one of them must be “identifier”. It says ${found.join(', ')}${columns.length > found.length ? ' …' : ''}.`,
    )
  }
  const twice = columns.find((_, index) => names.indexOf(names[index] ?? '') !== index)
  if (twice) throw new CsvProblem(`The header has the column “${twice}” more than once.`)
}

function refuseRagged(columns: readonly string[], rows: readonly TableRow[]): void {
  const isRagged = (cells: readonly string[]) =>
    cells.length < columns.length || cells.slice(columns.length).some((cell) => cell.trim() !== '')
  const ragged = rows.filter(({ cells }) => isRagged(cells))
  const [first] = ragged
  if (!first) return
  const rest = ragged.length - 1
  const others =
    rest > 0
      ? ` ${rest === 1 ? '1 other row has' : `${rest} other rows have`} the same problem.`
      : ''
  throw new CsvProblem(
    `Row ${first.number} has ${first.cells.length} ${first.cells.length === 1 ? 'cell' : 'cells'}, but the header has ${columns.length}.${others} Text that contains the delimiter or a line break must be in quotes.`,
  )
}
