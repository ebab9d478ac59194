import { fold } from '@vitrine/text'
import type { PreparedItem } from './item.ts'
import type { TextIndex } from './text-index.ts'

const year = /(?:(\p{L}+)[^\p{L}\d]+)?(?<!\d)((?:1[5-9]|20)\d\d)(?!\d)/gu
/** Two words with a capital that do not begin a sentence, to their end; in German they may be any nouns. */
const fullName = /(?<=[\p{L}\p{N},;:] )\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+(?:-\p{L}+)*(?!\p{L})/gu

/** Years and names that the text speaks of and the table does not: what a visitor may ask about beside the table. */
export function topicsOf({ text, ownWords, ownNumbers, lexicon }: PreparedItem): {
  readonly years: readonly string[]
  readonly names: readonly string[]
} {
  const told = text.sentences.join(' ')
  const isOwn = (name: string) => name.split(' ').some((word) => ownWords.has(lexicon.stem(word.toLowerCase())))
  const years = [...told.matchAll(year)].flatMap(([, before = '', found = '']) =>
    isNumbered(before, text) || ownNumbers.has(found) ? [] : found,
  )
  return {
    years: [...new Set(years)],
    names: text.lexicon.language === 'de' ? [] : [...new Set(told.match(fullName))].filter((name) => !isOwn(name)),
  }
}

/** 'Chassis 1721' is not the year 1721. */
function isNumbered(before: string, { lexicon }: TextIndex): boolean {
  const word = lexicon.stem(fold(before))
  return lexicon.vocabulary.get('chassis')?.has(word) === true && !lexicon.fillStems.has(word)
}
