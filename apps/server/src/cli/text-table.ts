/** Rows under a heading, as columns of plain text; columns of numbers are right-aligned. */
export function textTable(heading: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [heading, ...rows].map((row) => row.map(String))
  const widths = heading.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const isNumber = heading.map((_, column) => rows.every((row) => typeof row[column] === 'number'))
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
