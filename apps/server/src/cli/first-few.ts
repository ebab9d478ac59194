const maxLines = 20

/** The first lines of a long list, so that earlier output stays visible. */
export const firstFew = (lines: readonly string[]): string[] =>
  lines.length <= maxLines ? [...lines] : [...lines.slice(0, maxLines), `  and ${lines.length - maxLines} more`]

/** The same per kind; lines that differ only in a number or a file name are of one kind. */
export const firstFewOfEach = (lines: readonly string[]): string[] =>
  [...Map.groupBy(lines, (line) => line.replaceAll(/(?<!\S)\S*\d\S*/g, '')).values()].flatMap(firstFew)
