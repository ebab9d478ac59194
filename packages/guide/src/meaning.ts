import type { LabelLanguage } from '@vitrine/contract'
import { maxQuestion } from './answer.ts'
import { saysNothing } from './facts.ts'
import { lexiconOf, onlyAsks } from './lexicon.ts'
import { questionWords } from './words.ts'

/** What a question is grouped by: what it asks for (who, when …) and the stems that say something, in alphabetical order. */
export function meaningOf(question: string, language: LabelLanguage): string {
  const lexicon = lexiconOf(language)
  const words = questionWords(question.slice(0, maxQuestion), lexicon)
  const asked = words.flatMap(({ typed }) => lexicon.asking.get(typed) ?? []).filter(onlyAsks)
  const said = words.filter(
    ({ typed, stem }) => !saysNothing(typed, lexicon) && !lexicon.item.has(stem),
  )
  const telling = said.filter(({ stem }) => !lexicon.light.has(stem))
  const chosen = [telling, said, words].find((part) => part.length > 0) ?? []
  return [...new Set([...asked.map((kind) => `${kind}?`), ...chosen.map(({ stem }) => stem)])]
    .sort()
    .join(' ')
}
