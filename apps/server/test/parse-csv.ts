import { unescapeCsvCell } from '@vitrine/contract'

export type CsvRow = Record<string, string>

// A cell in quotes, in which quotes are doubled, or a plain one; then what ends it.
const cellPattern = /("(?:[^"]|"")*"|[^",;\r\n]*)([,;]|\r\n)/g

/** Parses a CSV file written by the server, after its byte order mark. */
export function parseCsv(text: string, delimiter: ',' | ';' = ','): CsvRow[] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, cell = '', end] of text.slice(1).matchAll(cellPattern)) {
    row.push(parseCell(cell))
    if (end === delimiter) continue
    rows.push(row)
    row = []
  }

  const [header = [], ...dataRows] = rows
  return dataRows.map((cells) =>
    Object.fromEntries(header.map((name, column) => [name, cells[column] ?? ''])),
  )
}

function parseCell(cell: string): string {
  const content = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
  return unescapeCsvCell(content)
}
