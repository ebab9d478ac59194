import { type AttributeRow, type LabelLanguage, labelLanguages } from '@vitrine/contract'
import { findFacts, questionWordKindAt } from './facts.ts'
import type { PreparedItem } from './item.ts'
import { findOtherItems, type ItemNames } from './item-names.ts'
import { getLexicon, type Lexicon } from './lexicon.ts'
import { buildQuery } from './query.ts'
import { findQuotes, type Quote } from './quotes.ts'
import { numberPattern, parseQuestionWords, toTerm, type Word } from './words.ts'

export const maxQuestionLength = 300

/** Rows of the item or sentences of its text, as they stand there, or neither; beside it, other items that were named. */
export type Answer = { readonly others?: readonly number[] } & (
  | { readonly kind: 'fact'; readonly attributes: readonly AttributeRow[] }
  | { readonly kind: 'quotes'; readonly sentences: readonly Quote[] }
  /** With the language of the text where it is not the visitor's: the text may say it, but the question was not understood in it. */
  | { readonly kind: 'unknown'; readonly textIn?: LabelLanguage }
)

const maxCorrections = 24

/** Other items are offered when named; the item itself must not be among them. */
export function answerQuestion(item: PreparedItem, question: string, names?: ItemNames): Answer {
  const asked = question.slice(0, maxQuestionLength)
  const words = readQuestionWords(asked, item)
  const others = names ? findOtherItems(asked, words, item, names) : []
  const given = answerFromItem(words, item, others.length > 0)
  if (others.length > 0) return { ...given, others }
  return given.kind === 'unknown' ? (answerInDetectedLanguage(asked, item) ?? given) : given
}

const readQuestionWords = (asked: string, item: PreparedItem) =>
  correctTypos(parseQuestionWords(asked, item.lexicon), item)

/** How much of a question a language does not know, from 0 to 1. */
function unknownWordShare(language: LabelLanguage, asked: string, item: PreparedItem): number {
  const lexicon = getLexicon(language)
  const words = parseQuestionWords(asked, lexicon)
  const unknown = words.filter((word) => !isWordIn(word, lexicon) && !item.ownWords.has(word.stem))
  return unknown.length / Math.max(1, words.length)
}

/** The language in which a question is probably asked: the page's, unless it does not know half of it and another knows more. */
export function detectQuestionLanguage(question: string, item: PreparedItem): LabelLanguage {
  const asked = question.slice(0, maxQuestionLength)
  const here = {
    language: item.lexicon.language,
    strange: unknownWordShare(item.lexicon.language, asked, item),
  }
  if (here.strange < 0.5) return here.language
  const all = labelLanguages.map((language) => ({
    language,
    strange: unknownWordShare(language, asked, item),
  }))
  return all.reduce((best, other) => (other.strange < best.strange ? other : best), here).language
}

function answerInDetectedLanguage(asked: string, item: PreparedItem): Answer | undefined {
  const language = detectQuestionLanguage(asked, item)
  if (language === item.lexicon.language) return undefined
  const other = item.prepareIn(language)
  const given = answerFromItem(readQuestionWords(asked, other), other, false)
  return given.kind === 'unknown' ? undefined : given
}

const isWordIn = ({ typed }: Word, { words, fill, asking }: Lexicon): boolean =>
  words.has(typed) || fill.has(typed) || asking.has(typed) || numberPattern.test(typed)

function answerFromItem(words: readonly Word[], item: PreparedItem, namesAnother: boolean): Answer {
  const { lexicon, text } = item
  const asking = new Set(words.flatMap((_, at) => questionWordKindAt(words, at, lexicon) ?? []))
  const facts = findFacts(words, item, asking)
  if (facts && facts.rows.length > 0 && !namesAnother)
    return { kind: 'fact', attributes: facts.rows }
  const quotes = findQuotes(text, buildQuery(words, asking, item, facts))
  // The text hardly ever says what is not filled in; it speaks of something else in the same words.
  const isMissing = facts?.complete && !facts.mayBeInText
  if (quotes.length > 0 && !isMissing) return { kind: 'quotes', sentences: quotes }
  const { language } = text.lexicon
  return language === lexicon.language || text.sentences.length === 0
    ? { kind: 'unknown' }
    : { kind: 'unknown', textIn: language }
}

/** Unknown words are read as the nearest word of the lexicon, or as one that they end with. */
function correctTypos(
  words: readonly Word[],
  { lexicon, ownWords, findNearOwnWord, text }: PreparedItem,
): Word[] {
  let left = maxCorrections
  return words.map((word) => {
    const { typed, stem } = word
    if (left === 0 || isKnown(word, lexicon) || ownWords.has(stem) || numberPattern.test(typed))
      return word
    if (text.terms.has(toTerm(typed, text.lexicon))) return word
    left--
    const meant =
      findCompoundEnd(typed, lexicon) ?? lexicon.findNearWord(typed) ?? findNearOwnWord(stem)
    return meant === undefined
      ? word
      : { typed: meant, stem: ownWords.has(meant) ? meant : lexicon.stem(meant), original: typed }
  })
}

const isKnown = (
  { typed, stem }: Word,
  { words, patternUses: uses, item, light, makes }: Lexicon,
): boolean => words.has(typed) || [makes, uses, item, light].some((known) => known.has(stem))

/** German puts words together, and the last one says what it is: 'Wagenfarbe' is a colour. */
function findCompoundEnd(typed: string, lexicon: Lexicon): string | undefined {
  if (lexicon.language !== 'de') return undefined
  for (let at = 3; at <= typed.length - 4; at++) {
    const end = typed.slice(at)
    if (end.length > 4 && lexicon.patternUses.has(lexicon.stem(end))) return end
    if (lexicon.itemWords.has(end)) return end
  }
  return undefined
}
