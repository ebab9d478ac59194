import type { Sentence } from './sentences.ts'

export interface Score {
  /** Words with an error. */
  errors: number
  fixed: number
  changed: number
  cleanWords: number
  /** Correct words that were changed. */
  harmed: number
  names: number
  namesChanged: number
  characters: number
  cpuMs: number
  /** Errors left or made by the corrector, printed with --show. */
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
  const [writtenWords, meantWords, resultWords] = [written, meant, result].map((text) =>
    text.split(/\s+/),
  ) as [string[], string[], string[]]
  score.characters += written.length
  score.names += names.length
  score.namesChanged += names.filter((name) => !result.includes(name)).length
  const keepsSpaces = resultWords.length === writtenWords.length
  for (const [index, word] of writtenWords.entries()) {
    const corrected = keepsSpaces ? (resultWords[index] ?? '') : '(spaces changed)'
    const meantWord = meantWords[index]
    const isWrong = word !== meantWord
    if (isWrong) score.errors++
    else if (/\p{L}/u.test(word)) score.cleanWords++
    if (corrected !== word) score.changed++
    if (isWrong && corrected === meantWord) score.fixed++
    else if (isWrong || corrected !== word)
      score.faults.push(`${word} → ${corrected}${isWrong ? ` (${meantWord})` : ''}`)
    if (!isWrong && corrected !== word) score.harmed++
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
