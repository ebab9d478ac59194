import type { LabelLanguage } from '@vitrine/contract'
import { maxQuestionLength } from './answer.ts'
import { isFillerWord } from './facts.ts'
import { getLexicon, isPureQuestionWord } from './lexicon.ts'
import { parseQuestionWords } from './words.ts'

/** Key for grouping questions: its question words and its meaningful stems, sorted. */
export function toMeaningKey(question: string, language: LabelLanguage): string {
  const lexicon = getLexicon(language)
  const words = parseQuestionWords(question.slice(0, maxQuestionLength), lexicon)
  const questionWords = words
    .flatMap(({ typed }) => lexicon.questionWordKinds.get(typed) ?? [])
    .filter(isPureQuestionWord)
  const contentWords = words.filter(
    ({ typed, stem }) => !isFillerWord(typed, lexicon) && !lexicon.itemStems.has(stem),
  )
  const specificWords = contentWords.filter(({ stem }) => !lexicon.lightStems.has(stem))
  const chosen = [specificWords, contentWords, words].find((part) => part.length > 0) ?? []
  return [
    ...new Set([...questionWords.map((kind) => `${kind}?`), ...chosen.map(({ stem }) => stem)]),
  ]
    .sort()
    .join(' ')
}
