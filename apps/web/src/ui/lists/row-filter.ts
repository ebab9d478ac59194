import { filterWords } from '@vitrine/contract'

interface Step {
  readonly words: readonly string[]
  readonly hits: Uint32Array
}

/** Finds the rows whose text contains every word typed, in the order given. */
export interface RowFilter {
  find(typed: string): Uint32Array
}

/**
 * `texts` are folded, one for each row; `order` lists the rows as they are shown.
 * What was found while typing is kept: a longer text is looked for among the last hits only, and a shorter
 * one has been looked for already.
 */
export function rowFilter(texts: readonly string[], order: Uint32Array): RowFilter {
  const all: Step = { words: [], hits: order }
  const steps: Step[] = []
  return {
    find(typed) {
      const words = filterWords(typed)
      let last = steps.at(-1)
      while (last && !narrows(words, last.words)) {
        steps.pop()
        last = steps.at(-1)
      }
      const from = last ?? all
      const added = words.filter((word) => !from.words.includes(word))
      if (added.length === 0 && from.words.length === words.length) return from.hits
      const hits = added.reduce((rows, word) => containing(word, texts, rows), from.hits)
      steps.push({ words, hits })
      return hits
    },
  }
}

/** Whether all that these words find was found by the earlier ones: each of those is part of one of these. */
const narrows = (words: readonly string[], earlier: readonly string[]): boolean =>
  earlier.every((known) => words.some((word) => word.includes(known)))

/** A plain loop for each word: with a callback for each row the slowest key took a third longer. */
function containing(word: string, texts: readonly string[], rows: Uint32Array): Uint32Array {
  const found = new Uint32Array(rows.length)
  let count = 0
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] ?? 0
    if (texts[row]?.includes(word)) found[count++] = row
  }
  return found.slice(0, count)
}
