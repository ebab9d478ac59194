import { type AttributeRow, type LabelLanguage, labelLanguages } from '@vitrine/contract'
import { findFacts, findQuestionWordKind } from './facts.ts'
import type { PreparedItem } from './item.ts'
import { findOtherItems, type ItemNames } from './item-names.ts'
import { getLexicon, type Lexicon } from './lexicon.ts'
import { buildQuery } from './query.ts'
import { findQuotes, type Quote } from './quotes.ts'
import { numberPattern, parseQuestionWords, toTerm, type Word } from './words.ts'

export const maxQuestionLength = 300

/** Rows of the item, sentences quoted from its text, or neither. `others` are other named items. */
export type Answer = { readonly others?: readonly number[] } & (
  | { readonly kind: 'fact'; readonly attributes: readonly AttributeRow[] }
  | { readonly kind: 'quotes'; readonly sentences: readonly Quote[] }
  /** `textIn`: the text is in this other language, so it may contain the answer unnoticed. */
  | { readonly kind: 'unknown'; readonly textIn?: LabelLanguage }
)

const maxCorrections = 24

/** Answers a question about an item. `names` are those of the other items, without this one. */
export function answerQuestion(item: PreparedItem, question: string, names?: ItemNames): Answer {
  const boundedQuestion = question.slice(0, maxQuestionLength)
  const words = readQuestionWords(boundedQuestion, item)
  const others = names ? findOtherItems(boundedQuestion, words, item, names) : []
  const itemAnswer = answerFromItem(words, item, others.length > 0)
  if (others.length > 0) return { ...itemAnswer, others }
  return itemAnswer.kind === 'unknown'
    ? (answerInDetectedLanguage(boundedQuestion, item) ?? itemAnswer)
    : itemAnswer
}

const readQuestionWords = (question: string, item: PreparedItem) =>
  correctTypos(parseQuestionWords(question, item.lexicon), item)

/** The share of words in a question that a language does not know, from 0 to 1. */
function computeUnknownShare(
  language: LabelLanguage,
  question: string,
  item: PreparedItem,
): number {
  const lexicon = getLexicon(language)
  const words = parseQuestionWords(question, lexicon)
  const unknown = words.filter((word) => !isWordIn(word, lexicon) && !item.ownWords.has(word.stem))
  return unknown.length / Math.max(1, words.length)
}

/** Detects the question's language: the page's, unless half is unknown and another knows more. */
export function detectQuestionLanguage(question: string, item: PreparedItem): LabelLanguage {
  const boundedQuestion = question.slice(0, maxQuestionLength)
  const rate = (language: LabelLanguage) => ({
    language,
    unknownShare: computeUnknownShare(language, boundedQuestion, item),
  })
  const pageLanguage = rate(item.lexicon.language)
  if (pageLanguage.unknownShare < 0.5) return pageLanguage.language

  return labelLanguages
    .map(rate)
    .reduce((best, other) => (other.unknownShare < best.unknownShare ? other : best), pageLanguage)
    .language
}

function answerInDetectedLanguage(question: string, item: PreparedItem): Answer | undefined {
  const language = detectQuestionLanguage(question, item)
  if (language === item.lexicon.language) return undefined
  const other = item.prepareIn(language)
  const itemAnswer = answerFromItem(readQuestionWords(question, other), other, false)
  return itemAnswer.kind === 'unknown' ? undefined : itemAnswer
}

const isWordIn = ({ typed }: Word, { words, fillers, questionWordKinds }: Lexicon): boolean =>
  words.has(typed) ||
  fillers.has(typed) ||
  questionWordKinds.has(typed) ||
  numberPattern.test(typed)

function answerFromItem(words: readonly Word[], item: PreparedItem, namesAnother: boolean): Answer {
  const { lexicon, text } = item
  const asking = new Set(
    words.flatMap((_, position) => findQuestionWordKind(words, position, lexicon) ?? []),
  )
  const facts = findFacts(words, item, asking)
  if (facts && facts.rows.length > 0 && !namesAnother)
    return { kind: 'fact', attributes: facts.rows }
  const quotes = findQuotes(text, buildQuery(words, asking, item, facts))
  // If a row is not filled in, the text rarely has the value: the same words mean something else
  // there.
  const isMissing = facts?.isComplete && !facts.mayBeInText
  if (quotes.length > 0 && !isMissing) return { kind: 'quotes', sentences: quotes }
  const { language } = text.lexicon
  return language === lexicon.language || text.sentences.length === 0
    ? { kind: 'unknown' }
    : { kind: 'unknown', textIn: language }
}

/** Replaces unknown words with a known word that they end with, or by the nearest one. */
function correctTypos(
  words: readonly Word[],
  { lexicon, ownWords, findNearOwnWord, text }: PreparedItem,
): Word[] {
  let correctionsLeft = maxCorrections
  return words.map((word) => {
    const { typed, stem } = word
    if (
      correctionsLeft === 0 ||
      isKnown(word, lexicon) ||
      ownWords.has(stem) ||
      numberPattern.test(typed)
    )
      return word
    if (text.terms.has(toTerm(typed, text.lexicon))) return word
    correctionsLeft--
    const correction =
      findCompoundEnd(typed, lexicon) ?? lexicon.findNearWord(typed) ?? findNearOwnWord(stem)
    return correction === undefined
      ? word
      : {
          typed: correction,
          stem: ownWords.has(correction) ? correction : lexicon.stem(correction),
          original: typed,
        }
  })
}

const isKnown = (
  { typed, stem }: Word,
  { words, patternUses, itemStems, lightStems, makes }: Lexicon,
): boolean =>
  words.has(typed) || [makes, patternUses, itemStems, lightStems].some((known) => known.has(stem))

/** The last part of a German compound determines its meaning: 'Wagenfarbe' is a colour. */
function findCompoundEnd(typed: string, lexicon: Lexicon): string | undefined {
  if (lexicon.language !== 'de') return undefined
  for (let position = 3; position <= typed.length - 4; position++) {
    const end = typed.slice(position)
    if (end.length > 4 && lexicon.patternUses.has(lexicon.stem(end))) return end
    if (lexicon.itemWords.has(end)) return end
  }
  return undefined
}
