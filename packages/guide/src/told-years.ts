import { fold } from '@vitrine/text'
import type { PreparedItem } from './item.ts'
import type { TextIndex } from './text-index.ts'

/** A year with the word before it. */
const yearWithWordBefore = /(?:(\p{L}+)[^\p{L}\d]+)?(?<!\d)((?:1[5-9]|20)\d\d)(?!\d)/gu

/** Finds years that only the text mentions, for example questions. */
export function findTextOnlyYears({ text, ownNumbers }: PreparedItem): string[] {
  const story = text.sentences.map((sentence) => sentence.text).join(' ')
  const matches = [...story.matchAll(yearWithWordBefore)].filter(
    ([, wordBefore = '']) => !isChassisNumber(wordBefore, text),
  )
  const uniqueYears = new Set(matches.map(([, , year = '']) => year))
  return [...uniqueYears].filter((year) => !ownNumbers.has(year))
}

/** Whether the preceding word marks a chassis number, as in 'chassis 1721'. */
function isChassisNumber(wordBefore: string, { lexicon }: TextIndex): boolean {
  const stem = lexicon.stem(fold(wordBefore))
  return lexicon.vocabulary.get('chassis')?.has(stem) === true && !lexicon.fillerStems.has(stem)
}
