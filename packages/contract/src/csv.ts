export const csvDelimiters = { comma: ',', semicolon: ';' } as const
export type CsvDelimiter = keyof typeof csvDelimiters

/** A table as a CSV file that spreadsheets open without asking: UTF-8 with BOM, CRLF, quotes where needed. */
export function toCsvText(rows: readonly (readonly string[])[], delimiter: CsvDelimiter): string {
  const separator = csvDelimiters[delimiter]
  const lines = rows.map((row) => row.map((cell) => quoted(escapeFormula(cell))).join(separator))
  return `\uFEFF${lines.map((line) => `${line}\r\n`).join('')}`
}

// How a formula begins, also in full-width characters, and after the apostrophe of an escaped cell.
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
const plainNumber = /^[+-]?\d+([.,]\d+)?$/

// A spreadsheet runs a cell that starts like a formula; an apostrophe in front makes it text.
const escapeFormula = (cell: string): string =>
  formula.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell

/** The text of a cell before `toCsvText` escaped it. */
export const unescapeCsvCell = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell

// Quotes both delimiters and the tab, whichever is used: some spreadsheets split at their own default.
const needsQuotes = /["\r\n\t,;]/

const quoted = (cell: string): string =>
  needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
