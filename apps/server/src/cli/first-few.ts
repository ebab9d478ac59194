const most = 20

/** The first lines of what may be a thousand: these tell what is the matter, and what was said before stays in sight. */
export const firstFew = (lines: readonly string[]): string[] =>
  lines.length <= most ? [...lines] : [...lines.slice(0, most), `  and ${lines.length - most} more`]

/** The same for each kind: sentences that differ only in a number or in the name of a file are of one. */
export const firstFewOfEach = (lines: readonly string[]): string[] =>
  [...Map.groupBy(lines, (line) => line.replaceAll(/\S*\d\S*/g, '')).values()].flatMap(firstFew)
