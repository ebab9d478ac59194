import type { PreparedItem } from './item.ts'

const year = /(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/g
/** Two words with a capital that do not begin a sentence; in German they may be any nouns. */
const fullName = /(?<=[\p{L}\p{N},;:] )\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/gu

/** Years and names that the text speaks of and the table does not: what a visitor may ask about beside the table. */
export function topicsOf({ text, ownWords, ownNumbers, lexicon }: PreparedItem): {
  readonly years: readonly string[]
  readonly names: readonly string[]
} {
  const told = text.sentences.join(' ')
  const isOwn = (name: string) => name.split(' ').some((word) => ownWords.has(lexicon.stem(word.toLowerCase())))
  return {
    years: [...new Set(told.match(year))].filter((found) => !ownNumbers.has(found)),
    names: text.lexicon.language === 'de' ? [] : [...new Set(told.match(fullName))].filter((name) => !isOwn(name)),
  }
}
