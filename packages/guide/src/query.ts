import { type FactMatch, isFillerWord, questionWordKindAt } from './facts.ts'
import type { PreparedItem } from './item.ts'
import { isNumberQuestionWord, type Lexicon, type QuestionWordKind } from './lexicon.ts'
import type { QuoteQuery } from './quotes.ts'
import type { TextIndex } from './text-index.ts'
import { characterPairs, numberPattern, toComparableStem, toTerm, type Word } from './words.ts'

const people: readonly QuestionWordKind[] = ['who', 'whom', 'amount']

/** Builds the text search for a question that no row answers. */
export function buildQuery(
  words: readonly Word[],
  asking: ReadonlySet<QuestionWordKind>,
  item: PreparedItem,
  facts: FactMatch | null,
): QuoteQuery {
  const { lexicon, text } = item
  const asksName = words.some(({ typed }) => lexicon.naming.has(typed))
  // Without a question word, a yes-or-no answer is expected, which requires the same word forms.
  const isOpen = asking.size > 0 || asksName || words.some(({ typed }) => lexicon.which.has(typed))
  const amounts = new Set(
    words.filter((_, position) =>
      isNumberQuestionWord(questionWordKindAt(words, position, lexicon)),
    ),
  )
  const needed = findRequiredWords(
    words,
    amounts,
    item,
    isOpen && !people.some((kind) => asking.has(kind)),
  )
  const termsOf = (chosen: readonly Word[]) =>
    chosen.flatMap((word) => toTextTerms(text, word, lexicon, isOpen))

  const [only] = needed
  const isAlone =
    needed.length === 1 && only !== undefined && words.length > 1 && !isNumberOrName(only, item)
  const isLight = ({ stem }: Word) => lexicon.light.has(stem)
  const asksLittle = asking.size === 0 && !asksName
  const saysLittle =
    (isAlone && (asksLittle || isLight(only))) || (asksLittle && needed.every(isLight))
  const asksExtent = asking.has('extent')
  const tellsItself = ({ typed, stem }: Word) =>
    lexicon.requiredPredecessors.has(typed) || !lexicon.patternUses.has(stem)
  const isCounted = (word: Word) => {
    const [first, second] = [words[words.indexOf(word) - 1], words[words.indexOf(word) - 2]]
    const amount =
      first && isFillerWord(first.typed, lexicon) && !amounts.has(first) ? second : first
    return amount !== undefined && amounts.has(amount) && !tellsItself(amount)
  }
  const extraMeasureStems = facts?.complete === false ? facts.measureStems : []
  return {
    requiredTerms: termsOf(needed),
    exactWord: isAlone ? (only.original ?? only.typed) : null,
    itemTerms: saysLittle
      ? termsOf(words.filter(({ typed }) => lexicon.itemWords.has(typed)))
      : null,
    rankingTerms: termsOf(words.filter(isLight)),
    countedTerms: termsOf(needed.filter(isCounted)),
    asking,
    asksNumber: amounts.size > 0 || facts?.asksNumber === true,
    asksName,
    asksExtent,
    measureStems: asksExtent
      ? []
      : [...extraMeasureStems, ...[...amounts].filter(tellsItself).map(({ stem }) => stem)],
  }
}

/**
 * The words that an answering sentence must contain. Empty if the question is too vague, or not
 * understood in the text's language.
 */
function findRequiredWords(
  words: readonly Word[],
  amounts: ReadonlySet<Word>,
  item: PreparedItem,
  mayLackLight: boolean,
): readonly Word[] {
  const { lexicon, ownWords, personWords, titleWords, exampleWords, text } = item
  const isLight = ({ typed, stem }: Word) =>
    lexicon.light.has(stem) || (item.isPicture && lexicon.painting.has(typed))
  const isOwn = ({ stem }: Word) => ownWords.has(stem) && !titleWords.has(stem)
  const isItem = (word: Word) =>
    lexicon.item.has(word.stem) && !lexicon.painting.has(word.typed) && !isNumberOrName(word, item)
  const content = words.filter(
    (word) =>
      !isFillerWord(word.typed, lexicon) &&
      !exampleWords.has(word.typed) &&
      !isItem(word) &&
      !amounts.has(word),
  )
  const about = content.filter((word) => !isOwn(word))
  // 'Where is the notebook today?' must not be answered by where it was.
  const specificWords = about.filter((word) => !isLight(word) || lexicon.now.has(word.typed))
  const isSpecific =
    specificWords.length > 1 || specificWords.some((word) => isNumberOrName(word, item))
  const needed = () => {
    if (about.length === 0) return content.filter(({ stem }) => personWords.has(stem))
    if (specificWords.length === 0) return content
    return mayLackLight && isSpecific ? specificWords : about
  }
  // In a text of another language, only names and numbers are understood.
  return lexicon === text.lexicon || needed().every((word) => isNumberOrName(word, item))
    ? needed()
    : []
}

/** Whether a word is a number, or a name that occurs in the text. */
function isNumberOrName(
  { typed, original = typed }: Word,
  { lexicon, text }: PreparedItem,
): boolean {
  if (numberPattern.test(typed)) return typed.length > 1
  // German capitalises every noun.
  return text.names.has(original) && (text.lexicon.language !== 'de' || lexicon !== text.lexicon)
}

/**
 * Converts a word to terms of the text: '33' to '1933', and words of scripts without spaces to
 * pairs of characters.
 */
function toTextTerms(
  text: TextIndex,
  { typed, original = typed }: Word,
  lexicon: Lexicon,
  isOpen: boolean,
): string[] {
  if (!lexicon.hasSpaces && !/^[a-z\d]+$/.test(original))
    return original.length < 2 ? [] : characterPairs(original)
  const century =
    /^\d\d$/.test(original) && ['20', '19', '18'].find((first) => text.terms.has(first + original))
  if (century) return [century + original]
  return [
    isOpen || lexicon !== text.lexicon
      ? toTerm(original, text.lexicon)
      : toComparableStem(original, lexicon),
  ]
}
