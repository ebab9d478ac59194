import type { LabelLanguage } from '@vitrine/contract'
import { maxQuestionLength } from './answer.ts'
import { isFillerWord } from './facts.ts'
import { getLexicon, isPureQuestionWord } from './lexicon.ts'
import { parseQuestionWords } from './words.ts'

/** What a question is grouped by: what it asks for (who, when …) and the stems that say something, in alphabetical order. */
export function toMeaningKey(question: string, language: LabelLanguage): string {
  const lexicon = getLexicon(language)
  const words = parseQuestionWords(question.slice(0, maxQuestionLength), lexicon)
  const asked = words
    .flatMap(({ typed }) => lexicon.asking.get(typed) ?? [])
    .filter(isPureQuestionWord)
  const said = words.filter(
    ({ typed, stem }) => !isFillerWord(typed, lexicon) && !lexicon.item.has(stem),
  )
  const telling = said.filter(({ stem }) => !lexicon.light.has(stem))
  const chosen = [telling, said, words].find((part) => part.length > 0) ?? []
  return [...new Set([...asked.map((kind) => `${kind}?`), ...chosen.map(({ stem }) => stem)])]
    .sort()
    .join(' ')
}
