import { fold } from '@vitrine/text'
import type { PreparedItem } from './item.ts'
import type { TextIndex } from './text-index.ts'

const year = /(?:(\p{L}+)[^\p{L}\d]+)?(?<!\d)((?:1[5-9]|20)\d\d)(?!\d)/gu

/** Finds years that only the text mentions, for example questions. */
export function findTextOnlyYears({ text, ownNumbers }: PreparedItem): string[] {
  const story = text.sentences.map((sentence) => sentence.text).join(' ')
  const years = [...story.matchAll(year)].filter(
    ([, before = '']) => !isChassisNumber(before, text),
  )
  return [...new Set(years.map(([, , found = '']) => found))].filter(
    (found) => !ownNumbers.has(found),
  )
}

/** Whether the preceding word marks a chassis number, as in 'chassis 1721'. */
function isChassisNumber(before: string, { lexicon }: TextIndex): boolean {
  const word = lexicon.stem(fold(before))
  return lexicon.vocabulary.get('chassis')?.has(word) === true && !lexicon.fillerStems.has(word)
}
