interface Step {
  readonly query: string
  readonly hits: Uint32Array
}

/** Finds the rows whose text contains what is typed, in the order given. */
export interface RowFilter {
  find(typed: string): Uint32Array
}

/**
 * `texts` are lower-cased, one for each row; `order` lists the rows as they are shown.
 * What was found while typing is kept: a longer text is looked for among the last hits only, and a shorter
 * one has been looked for already.
 */
export function rowFilter(texts: readonly string[], order: Uint32Array): RowFilter {
  const all: Step = { query: '', hits: order }
  const steps: Step[] = []
  return {
    find(typed) {
      const query = typed.trim().toLowerCase()
      let last = steps.at(-1)
      while (last && !query.includes(last.query)) {
        steps.pop()
        last = steps.at(-1)
      }
      const from = last ?? all
      if (from.query === query) return from.hits
      const hits = from.hits.filter((row) => texts[row]?.includes(query))
      steps.push({ query, hits })
      return hits
    },
  }
}
