import { foldLine } from './fold.ts'

/** A folded word, number or quoted text of a filter. */
export interface FilterPart {
  readonly text: string
  readonly kind: 'word' | 'number' | 'quoted'
}

/**
 * A filter finds rows with its text as typed; only if there are none, rows with all of its parts.
 */
export interface Filter {
  /** Without quotes if the whole filter is quoted. */
  readonly text: string
  readonly parts: readonly FilterPart[]
}

// An unclosed quote extends to the end, because it is still being typed.
const partPattern = /"([^"]*)(?:"|$)|\S+/g

export function parseFilter(typed: string): Filter {
  const text = foldLine(typed)
  const parts = Array.from(text.matchAll(partPattern), ([word, quoted]): FilterPart => {
    if (quoted !== undefined) return { text: quoted.trim(), kind: 'quoted' }
    return { text: word, kind: /^\d+$/.test(word) ? 'number' : 'word' }
  }).filter((part) => part.text !== '')
  return { text: parts.length > 1 ? text : (parts[0]?.text ?? ''), parts }
}

/** Whether a folded text contains a part. Numbers must match as a whole: 3 is not in 13. */
export function containsFilterPart(folded: string, { text, kind }: FilterPart): boolean {
  if (kind !== 'number') return folded.includes(text)
  for (let index = folded.indexOf(text); index >= 0; index = folded.indexOf(text, index + 1)) {
    if (!isDigit(folded, index - 1) && !isDigit(folded, index + text.length)) return true
  }
  return false
}

const isDigit = (text: string, index: number): boolean => {
  const code = text.charCodeAt(index)
  return code >= 48 && code <= 57
}

/**
 * Returns the rows that contain the typed text, or if there are none, those with all of its parts.
 */
export function filterRows<Row>(
  rows: readonly Row[],
  typed: string,
  textOf: (row: Row) => string,
): Row[] {
  const { text, parts } = parseFilter(typed)
  const lines = rows.map((row) => foldLine(textOf(row)))
  const exactMatches = rows.filter((_, index) => lines[index]?.includes(text))
  if (exactMatches.length > 0 || parts.length < 2) return exactMatches

  return rows.filter((_, index) =>
    parts.every((part) => containsFilterPart(lines[index] ?? '', part)),
  )
}
