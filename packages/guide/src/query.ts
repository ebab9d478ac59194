import { type FactMatch, isFillerWord, questionWordKindAt } from './facts.ts'
import type { PreparedItem } from './item.ts'
import { isNumberQuestionWord, type Lexicon, type QuestionWordKind } from './lexicon.ts'
import type { QuoteQuery } from './quotes.ts'
import type { TextIndex } from './text-index.ts'
import { characterPairs, numberPattern, toComparableStem, toTerm, type Word } from './words.ts'

const people: readonly QuestionWordKind[] = ['who', 'whom', 'amount']

/** What a question that no row answers wants to know of the text. */
export function buildQuery(
  words: readonly Word[],
  asking: ReadonlySet<QuestionWordKind>,
  item: PreparedItem,
  facts: FactMatch | null,
): QuoteQuery {
  const { lexicon, text } = item
  const asksName = words.some(({ typed }) => lexicon.naming.has(typed))
  // Without a word that asks, 'yes' or 'no' is expected, and only the very words tell it: a seat does not say who may sit.
  const isOpen = asking.size > 0 || asksName || words.some(({ typed }) => lexicon.which.has(typed))
  const amounts = new Set(
    words.filter((_, at) => isNumberQuestionWord(questionWordKindAt(words, at, lexicon))),
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
  const told = facts?.complete === false ? facts.measureStems : []
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
      : [...told, ...[...amounts].filter(tellsItself).map(({ stem }) => stem)],
  }
}

/** The words that a sentence must hold to answer; none where the question says too little, or is not understood in the text's language. */
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
  // 'Where is the notebook today?' is not answered by where it was.
  const telling = about.filter((word) => !isLight(word) || lexicon.now.has(word.typed))
  const isClear = telling.length > 1 || telling.some((word) => isNumberOrName(word, item))
  const needed = () => {
    if (about.length === 0) return content.filter(({ stem }) => personWords.has(stem))
    if (telling.length === 0) return content
    return mayLackLight && isClear ? telling : about
  }
  // Of a text in another language, names and numbers are understood.
  return lexicon === text.lexicon || needed().every((word) => isNumberOrName(word, item))
    ? needed()
    : []
}

/** A number or a name, as the text writes it. */
function isNumberOrName(
  { typed, original = typed }: Word,
  { lexicon, text }: PreparedItem,
): boolean {
  if (numberPattern.test(typed)) return typed.length > 1
  // Every noun has a capital in German.
  return text.names.has(original) && (text.lexicon.language !== 'de' || lexicon !== text.lexicon)
}

/** A word as the text has it: '33' is 1933 there; without spaces, by pairs of signs, of which a single one is in none. */
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
