import type { Sentence } from './sentences.ts'

export interface Score {
  errors: number
  fixed: number
  changed: number
  cleanWords: number
  harmed: number
  names: number
  namesChanged: number
  characters: number
  cpuMs: number
  /** Errors, printed with --show. */
  readonly faults: string[]
}

export const emptyScore = (): Score => ({
  errors: 0,
  fixed: 0,
  changed: 0,
  cleanWords: 0,
  harmed: 0,
  names: 0,
  namesChanged: 0,
  characters: 0,
  cpuMs: 0,
  faults: [],
})

/** Compares word by word. A corrector that adds or removes spaces gets every word wrong. */
export function scoreSentence(
  score: Score,
  { written, meant, names }: Sentence,
  result: string,
): void {
  const [before, right, after] = [written, meant, result].map((text) => text.split(/\s+/)) as [
    string[],
    string[],
    string[],
  ]
  score.characters += written.length
  score.names += names.length
  score.namesChanged += names.filter((name) => !result.includes(name)).length
  for (const [at, word] of before.entries()) {
    const became = after.length === before.length ? (after[at] ?? '') : '(spaces changed)'
    const wrong = word !== right[at]
    if (wrong) score.errors++
    else if (/\p{L}/u.test(word)) score.cleanWords++
    if (became !== word) score.changed++
    if (wrong && became === right[at]) score.fixed++
    else if (wrong || became !== word)
      score.faults.push(`${word} → ${became}${wrong ? ` (${right[at]})` : ''}`)
    if (!wrong && became !== word) score.harmed++
  }
}

const formatPercent = (part: number, whole: number): string =>
  whole === 0 ? '–' : ((100 * part) / whole).toFixed(1)

export const toTableRow = (language: string, score: Score) => ({
  language,
  precision: formatPercent(score.fixed, score.changed),
  recall: formatPercent(score.fixed, score.errors),
  errors: score.errors,
  'clean words harmed': `${score.harmed} of ${score.cleanWords} (${formatPercent(score.harmed, score.cleanWords)} %)`,
  'names changed': `${score.namesChanged} of ${score.names}`,
  'CPU ms per 1,000 characters': Math.round((1000 * score.cpuMs) / score.characters),
})
