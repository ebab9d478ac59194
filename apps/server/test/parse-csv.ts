import { unescapeCsvCell } from '@vitrine/contract'

export type CsvRow = Record<string, string>

/** Parses a CSV file written by the server, after its byte order mark. */
export function parseCsv(text: string, delimiter: ',' | ';' = ','): CsvRow[] {
  const rows: string[][] = [[]]
  for (const [, cell = '', end] of text
    .slice(1)
    .matchAll(/("(?:[^"]|"")*"|[^",;\r\n]*)([,;]|\r\n)/g)) {
    rows
      .at(-1)
      ?.push(unescapeCsvCell(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell))
    if (end !== delimiter) rows.push([])
  }
  const [header = [], ...dataRows] = rows.slice(0, -1)
  return dataRows.map((cells) =>
    Object.fromEntries(header.map((name, column) => [name, cells[column] ?? ''])),
  )
}
