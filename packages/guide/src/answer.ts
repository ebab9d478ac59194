import { type AttributeRow, type LabelLanguage, labelLanguages } from '@vitrine/contract'
import { askedAt, findFacts } from './facts.ts'
import type { PreparedItem } from './item.ts'
import { type ItemNames, otherItems } from './item-names.ts'
import { type Lexicon, lexiconOf } from './lexicon.ts'
import { queryOf } from './query.ts'
import { findQuotes, type Quote } from './quotes.ts'
import { isNumber, questionWords, term, type Word } from './words.ts'

export const maxQuestion = 300

/** Rows of the item or sentences of its text, as they stand there, or neither; beside it, other items that were named. */
export type Answer = { readonly others?: readonly number[] } & (
  | { readonly kind: 'fact'; readonly attributes: readonly AttributeRow[] }
  | { readonly kind: 'quotes'; readonly sentences: readonly Quote[] }
  /** With the language of the text where it is not the visitor's: the text may say it, but the question was not understood in it. */
  | { readonly kind: 'unknown'; readonly textIn?: LabelLanguage }
)

const maxCorrections = 24

/** Other items are offered when named; the item itself must not be among them. */
export function answer(item: PreparedItem, question: string, names?: ItemNames): Answer {
  const asked = question.slice(0, maxQuestion)
  const words = wordsOf(asked, item)
  const others = names ? otherItems(asked, words, item, names) : []
  const given = answerFromItem(words, item, others.length > 0)
  if (others.length > 0) return { ...given, others }
  return given.kind === 'unknown' ? (answerInItsLanguage(asked, item) ?? given) : given
}

const wordsOf = (asked: string, item: PreparedItem) =>
  corrected(questionWords(asked, item.lexicon), item)

/** How much of a question a language does not know, from 0 to 1. */
function strangeIn(language: LabelLanguage, asked: string, item: PreparedItem): number {
  const lexicon = lexiconOf(language)
  const words = questionWords(asked, lexicon)
  const unknown = words.filter((word) => !isWordOf(word, lexicon) && !item.ownWords.has(word.stem))
  return unknown.length / Math.max(1, words.length)
}

/** The language in which a question is probably asked: the page's, unless it does not know half of it and another knows more. */
export function languageAsked(question: string, item: PreparedItem): LabelLanguage {
  const asked = question.slice(0, maxQuestion)
  const here = {
    language: item.lexicon.language,
    strange: strangeIn(item.lexicon.language, asked, item),
  }
  if (here.strange < 0.5) return here.language
  const all = labelLanguages.map((language) => ({
    language,
    strange: strangeIn(language, asked, item),
  }))
  return all.reduce((best, other) => (other.strange < best.strange ? other : best), here).language
}

function answerInItsLanguage(asked: string, item: PreparedItem): Answer | undefined {
  const language = languageAsked(asked, item)
  if (language === item.lexicon.language) return undefined
  const other = item.askedIn(language)
  const given = answerFromItem(wordsOf(asked, other), other, false)
  return given.kind === 'unknown' ? undefined : given
}

const isWordOf = ({ typed }: Word, { words, fill, asking }: Lexicon): boolean =>
  words.has(typed) || fill.has(typed) || asking.has(typed) || isNumber.test(typed)

function answerFromItem(words: readonly Word[], item: PreparedItem, namesAnother: boolean): Answer {
  const { lexicon, text } = item
  const asking = new Set(words.flatMap((_, at) => askedAt(words, at, lexicon) ?? []))
  const facts = findFacts(words, item, asking)
  if (facts && facts.rows.length > 0 && !namesAnother)
    return { kind: 'fact', attributes: facts.rows }
  const quotes = findQuotes(text, queryOf(words, asking, item, facts))
  // The text hardly ever says what is not filled in; it speaks of something else in the same words.
  const isMissing = facts?.complete && !facts.told
  if (quotes.length > 0 && !isMissing) return { kind: 'quotes', sentences: quotes }
  const { language } = text.lexicon
  return language === lexicon.language || text.sentences.length === 0
    ? { kind: 'unknown' }
    : { kind: 'unknown', textIn: language }
}

/** Unknown words are read as the nearest word of the lexicon, or as one that they end with. */
function corrected(
  words: readonly Word[],
  { lexicon, ownWords, nearOwn, text }: PreparedItem,
): Word[] {
  let left = maxCorrections
  return words.map((word) => {
    const { typed, stem } = word
    if (left === 0 || isKnown(word, lexicon) || ownWords.has(stem) || isNumber.test(typed))
      return word
    if (text.terms.has(term(typed, text.lexicon))) return word
    left--
    const meant = compoundEnd(typed, lexicon) ?? lexicon.near(typed) ?? nearOwn(stem)
    return meant === undefined
      ? word
      : { typed: meant, stem: ownWords.has(meant) ? meant : lexicon.stem(meant), original: typed }
  })
}

const isKnown = ({ typed, stem }: Word, { words, uses, item, light, makes }: Lexicon): boolean =>
  words.has(typed) || [makes, uses, item, light].some((known) => known.has(stem))

/** German puts words together, and the last one says what it is: 'Wagenfarbe' is a colour. */
function compoundEnd(typed: string, lexicon: Lexicon): string | undefined {
  if (lexicon.language !== 'de') return undefined
  for (let at = 3; at <= typed.length - 4; at++) {
    const end = typed.slice(at)
    if (end.length > 4 && lexicon.uses.has(lexicon.stem(end))) return end
    if (lexicon.itemWords.has(end)) return end
  }
  return undefined
}
