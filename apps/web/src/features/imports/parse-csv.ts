import { importLimits, tooManyCellsMessage, unescapeCsvCell } from '@vitrine/contract'
import Papa from 'papaparse'

export type CsvRow = Record<string, string>

/** Thrown for a file that cannot be uploaded; the message says what to do. */
export class CsvError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CsvError'
  }
}

export interface ParsedCsv {
  readonly rows: CsvRow[]
  /** For each row the number that a spreadsheet shows beside it. */
  readonly rowNumbers: number[]
}

/** Parses a CSV file into rows keyed by the column names in its header. Skips empty rows. */
export function parseCsv(bytes: ArrayBuffer): ParsedCsv {
  const text = decodeText(bytes)
  if (text.trim() === '') throw new CsvError('The file is empty.')

  const [header, ...rows] = parseTable(text)
  const columns = (header?.cells ?? []).map((name, index) => name.trim() || `unnamed_${index + 1}`)
  assertValidHeader(columns)
  if (rows.length === 0) throw new CsvError('The file has no rows below its header.')

  assertEqualRowLengths(columns, rows)

  return {
    rows: rows.map(({ cells }) =>
      Object.fromEntries(
        columns.map((column, index) => [column, unescapeCsvCell(cells[index] ?? '')]),
      ),
    ),
    rowNumbers: rows.map(({ number }) => number),
  }
}

/**
 * Decodes UTF-16 with a byte order mark, UTF-8, or otherwise Windows-1252 from older spreadsheets.
 */
function decodeText(bytes: ArrayBuffer): string {
  const [firstByte, secondByte] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))
  const hasUtf16Mark = firstByte === 0xff && secondByte === 0xfe
  if (hasUtf16Mark) return new TextDecoder('utf-16le').decode(bytes)

  const text = decodeUtf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes)

  // Text has no null bytes, unlike a spreadsheet's own file.
  if (text.includes('\0')) {
    throw new CsvError(
      'This is not a CSV file. In a spreadsheet, save the table as CSV and choose that file.',
    )
  }

  return text
}

/** Returns null if the bytes are not valid UTF-8. */
function decodeUtf8(bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

interface TableRow {
  /** The number that a spreadsheet shows beside the row. */
  readonly number: number
  readonly cells: readonly string[]
}

const headerRowCount = 1

/**
 * Parses the header and the rows that are not empty; throws at the first syntax error or exceeded
 * limit.
 */
function parseTable(text: string): TableRow[] {
  const rows: TableRow[] = []
  let number = 0
  let cellCount = 0
  let problem: string | null = null

  Papa.parse<string[]>(text, {
    delimiter: detectDelimiter(text),
    step: ({ data: cells, errors }, parser) => {
      number++
      cellCount += cells.length
      // Skipped here instead of by the parser, so that later rows keep their numbers.
      const isEmpty = cells.every((cell) => cell.trim() === '')
      if (!isEmpty) rows.push({ number, cells })

      const maxRows = importLimits.rows + headerRowCount
      const isTooLong = rows.length > maxRows || cellCount > importLimits.cells
      if (errors.some(({ type }) => type === 'Quotes')) problem = formatQuoteProblem(number)
      else if (!isEmpty && cells.length > importLimits.columns)
        problem = formatWidthProblem(number, cells.length)
      else if (isTooLong) problem = tooManyCellsMessage

      if (problem) parser.abort()
    },
  })

  if (problem) throw new CsvError(problem)
  return rows
}

const formatQuoteProblem = (rowNumber: number): string =>
  `Row ${rowNumber} has a cell with unmatched quotes. Write a quote inside a cell twice.`

const formatWidthProblem = (rowNumber: number, cellCount: number): string =>
  `Row ${rowNumber} has ${cellCount} cells, but at most ${importLimits.columns} are allowed. Please remove columns you don’t need, including empty ones.`

const delimiters = [';', ',', '\t']

/** Detects the delimiter that occurs most often in the header, outside quotes. */
function detectDelimiter(text: string): string {
  const [firstLine = ''] = text.trimStart().split(/\r\n|\n|\r/, 1)
  const unquotedHeader = firstLine.replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string) => unquotedHeader.split(delimiter).length
  return delimiters.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}

// Limits of the header's start that an error message quotes.
const maxQuotedColumns = 6
const maxQuotedLength = 40

function assertValidHeader(columns: readonly string[]): void {
  const names = columns.map((column) => column.toLowerCase())

  if (!names.includes('identifier')) {
    const quotedColumns = columns
      .slice(0, maxQuotedColumns)
      .map((column) => `“${column.slice(0, maxQuotedLength)}”`)
    const ellipsis = columns.length > quotedColumns.length ? ' …' : ''
    throw new CsvError(
      `The first line must name the columns, and one of them must be “identifier”. It says ${quotedColumns.join(', ')}${ellipsis}.`,
    )
  }

  const duplicate = columns.find((_, index) => names.indexOf(names[index] ?? '') !== index)
  if (duplicate) throw new CsvError(`The header has the column “${duplicate}” more than once.`)
}

/** Throws if a row is shorter than the header, or has a value beyond it. */
function assertEqualRowLengths(columns: readonly string[], rows: readonly TableRow[]): void {
  const isRagged = (cells: readonly string[]) =>
    cells.length < columns.length || cells.slice(columns.length).some((cell) => cell.trim() !== '')
  const invalidRows = rows.filter(({ cells }) => isRagged(cells))
  const [firstInvalidRow] = invalidRows
  if (!firstInvalidRow) return

  const cellCount = firstInvalidRow.cells.length
  const cellsText = cellCount === 1 ? '1 cell' : `${cellCount} cells`
  const othersText = formatOtherRows(invalidRows.length - 1)
  throw new CsvError(
    `Row ${firstInvalidRow.number} has ${cellsText}, but the header has ${columns.length}.${othersText} Text that contains the delimiter or a line break must be in quotes.`,
  )
}

function formatOtherRows(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? ' 1 other row has the same problem.'
    : ` ${count} other rows have the same problem.`
}
