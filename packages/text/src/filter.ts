import { foldLine } from './fold.ts'

/** A word, a number, or what stands in quotes; folded. */
export interface FilterPart {
  readonly text: string
  readonly kind: 'word' | 'number' | 'quoted'
}

/** What a filter looks for: its text as typed, and only where no row contains that, its parts in any order. */
export interface Filter {
  /** Without the quotes where all of it stands in quotes. */
  readonly text: string
  readonly parts: readonly FilterPart[]
}

// A quote that is still open ends with the text: it is being typed.
const partPattern = /"([^"]*)(?:"|$)|\S+/g

export function parseFilter(typed: string): Filter {
  const text = foldLine(typed)
  const parts = Array.from(text.matchAll(partPattern), ([word, quoted]): FilterPart => {
    if (quoted !== undefined) return { text: quoted.trim(), kind: 'quoted' }
    return { text: word, kind: /^\d+$/.test(word) ? 'number' : 'word' }
  }).filter((part) => part.text !== '')
  return { text: parts.length > 1 ? text : (parts[0]?.text ?? ''), parts }
}

/** Whether a folded text contains a part. A number must be a whole one: 3 is not in 13. */
export function containsFilterPart(folded: string, { text, kind }: FilterPart): boolean {
  if (kind !== 'number') return folded.includes(text)
  for (let at = folded.indexOf(text); at >= 0; at = folded.indexOf(text, at + 1))
    if (!isDigit(folded, at - 1) && !isDigit(folded, at + text.length)) return true
  return false
}

const isDigit = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code >= 48 && code <= 57
}

/** The rows that a filter finds: those that contain its text as typed, or if there are none, all of its parts. */
export function filterRows<Row>(
  rows: readonly Row[],
  typed: string,
  textOf: (row: Row) => string,
): Row[] {
  const { text, parts } = parseFilter(typed)
  const lines = rows.map((row) => foldLine(textOf(row)))
  const asTyped = rows.filter((_, at) => lines[at]?.includes(text))
  if (asTyped.length > 0 || parts.length < 2) return asTyped
  return rows.filter((_, at) => parts.every((part) => containsFilterPart(lines[at] ?? '', part)))
}
