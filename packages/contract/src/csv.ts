export const csvDelimiters = { comma: ',', semicolon: ';' } as const
export type CsvDelimiter = keyof typeof csvDelimiters

/**
 * Renders a CSV file that spreadsheets open without an import dialogue: UTF-8 with BOM, CRLF,
 * quotes where needed.
 */
export function toCsvText(rows: readonly (readonly string[])[], delimiter: CsvDelimiter): string {
  const separator = csvDelimiters[delimiter]
  const lines = rows.map((row) => row.map((cell) => quoteCell(escapeFormula(cell))).join(separator))
  return `\uFEFF${lines.map((line) => `${line}\r\n`).join('')}`
}

// Start of a formula, also in full-width characters and after the apostrophe of an escaped cell.
const formulaStart = /^'*[=+\-@\t\r\n＝＋－＠]/
const plainNumber = /^[+-]?\d+([.,]\d+)?$/

// Prevents formula injection: spreadsheets treat a cell with a leading apostrophe as text.
const escapeFormula = (cell: string): string =>
  formulaStart.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell

/** Reverts the escaping by `toCsvText`. */
export const unescapeCsvCell = (cell: string): string =>
  cell.startsWith("'") && formulaStart.test(cell) ? cell.slice(1) : cell

// Both delimiters and the tab, whichever is used: some spreadsheets split at their own default.
const needsQuotes = /["\r\n\t,;]/

const quoteCell = (cell: string): string =>
  needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
