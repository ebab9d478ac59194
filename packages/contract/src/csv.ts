export const csvDelimiters = { comma: ',', semicolon: ';' } as const
export type CsvDelimiter = keyof typeof csvDelimiters

/** A table as a CSV file that spreadsheets open without asking: UTF-8 with BOM, CRLF, quotes where needed. */
export function csvFile(rows: readonly (readonly string[])[], delimiter: CsvDelimiter): string {
  const separator = csvDelimiters[delimiter]
  const lines = rows.map((row) => row.map((cell) => quoted(harmless(cell), separator)).join(separator))
  return `\uFEFF${lines.map((line) => `${line}\r\n`).join('')}`
}

// How a formula begins, also in the wide letters of East Asian keyboards, and behind the mark of a cell made harmless.
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
const plainNumber = /^[+-]?\d+([.,]\d+)?$/

// A spreadsheet runs a cell that starts like a formula; an apostrophe in front makes it text.
const harmless = (cell: string): string => (formula.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell)

/** What stood in a cell before `csvFile` made it harmless. */
export const meantCell = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell)

const quoted = (cell: string, separator: string): string =>
  cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
