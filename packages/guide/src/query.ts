import type { QuestionWordKind } from './concepts.ts'
import { type FactMatch, findQuestionWordKind, isFillerWord } from './facts.ts'
import type { PreparedItem } from './item.ts'
import { isNumberQuestionWord } from './lexicon.ts'
import type { QuoteQuery } from './quotes.ts'
import {
  numberPattern,
  splitIntoCharacterPairs,
  toComparableStem,
  toTerm,
  type Word,
} from './words.ts'

/** After these question words, a sentence must contain every word, also the light ones. */
const kindsRequiringAllWords: readonly QuestionWordKind[] = ['who', 'whom', 'amount']

/**
 * Builds the text search for a question that no row answers. Light words ('get', 'find') are common
 * words that a text may express differently.
 */
export function buildQuery(
  words: readonly Word[],
  asking: ReadonlySet<QuestionWordKind>,
  item: PreparedItem,
  facts: FactMatch | null,
): QuoteQuery {
  const { lexicon } = item
  const asksName = words.some(({ typed }) => lexicon.nameVerbs.has(typed))
  // Whether a certain kind of answer is expected: a person, a time, a number or a name.
  const asksForKind = asking.size > 0 || asksName
  const isOpenQuestion = asksForKind || words.some(({ typed }) => lexicon.whichWords.has(typed))

  const numberQuestionWords = new Set(
    words.filter((_, position) =>
      isNumberQuestionWord(findQuestionWordKind(words, position, lexicon)),
    ),
  )
  const requiredWords = findRequiredWords(words, item, {
    numberQuestionWords,
    mayOmitLightWords: isOpenQuestion && !kindsRequiringAllWords.some((kind) => asking.has(kind)),
  })
  const toTerms = (chosen: readonly Word[]) =>
    chosen.flatMap((word) => toTextTerms(word, item, isOpenQuestion))

  const [firstWord] = requiredWords
  // One word in common proves little, unless it is a number, a name or the whole question.
  const singleWord =
    requiredWords.length === 1 && firstWord && words.length > 1 && !isNumberOrName(firstWord, item)
      ? firstWord
      : null
  const isLight = ({ stem }: Word) => lexicon.lightStems.has(stem)
  // 'Can I touch the car?': a sentence with 'touch' alone may speak of something else.
  const isVague = asksForKind
    ? singleWord !== null && isLight(singleWord)
    : singleWord !== null || requiredWords.every(isLight)

  // 'Deep' and 'price' name the measure; 'many' does not.
  const namesMeasure = ({ typed, stem }: Word) =>
    lexicon.requiredPredecessors.has(typed) || !lexicon.patternUses.has(stem)
  // Whether its number is asked for: 'windows' in 'how many windows' or 'combien de fenêtres'.
  const isCounted = (word: Word) => {
    const position = words.indexOf(word)
    const [previous, beforePrevious] = [words[position - 1], words[position - 2]]
    const isFiller =
      previous && isFillerWord(previous.typed, lexicon) && !numberQuestionWords.has(previous)
    const counting = isFiller ? beforePrevious : previous
    return counting !== undefined && numberQuestionWords.has(counting) && !namesMeasure(counting)
  }

  const asksExtent = asking.has('extent')
  const askedMeasures = [...numberQuestionWords].filter(namesMeasure)
  const factMeasureStems = facts?.isComplete === false ? facts.measureStems : []
  return {
    requiredTerms: toTerms(requiredWords),
    exactWord: singleWord && (singleWord.original ?? singleWord.typed),
    itemTerms: isVague ? toTerms(words.filter(({ typed }) => lexicon.itemWords.has(typed))) : null,
    rankingTerms: toTerms(words.filter(isLight)),
    countedTerms: toTerms(requiredWords.filter(isCounted)),
    asking,
    asksNumber: numberQuestionWords.size > 0 || facts?.asksNumber === true,
    asksName,
    asksExtent,
    measureStems: asksExtent ? [] : [...factMeasureStems, ...askedMeasures.map(({ stem }) => stem)],
  }
}

interface RequiredWordOptions {
  /** Question words for numbers; instead, the sentence must contain a number. */
  readonly numberQuestionWords: ReadonlySet<Word>
  /** Whether a sentence may lack light words if the question has enough others. */
  readonly mayOmitLightWords: boolean
}

/**
 * Finds the words that an answering sentence must contain. Empty if the question is too vague, or
 * not understood in the text's language.
 */
function findRequiredWords(
  words: readonly Word[],
  item: PreparedItem,
  { numberQuestionWords, mayOmitLightWords }: RequiredWordOptions,
): readonly Word[] {
  const { lexicon, ownWords, personWords, titleWords, exampleWords, text } = item
  const isLight = ({ typed, stem }: Word) =>
    lexicon.lightStems.has(stem) || (item.isPicture && lexicon.paintingVerbs.has(typed))
  // Words of a picture's title may mean its motif, so they count.
  const belongsToItemName = ({ stem }: Word) => ownWords.has(stem) && !titleWords.has(stem)
  const meansItem = (word: Word) =>
    lexicon.itemStems.has(word.stem) &&
    !lexicon.paintingVerbs.has(word.typed) &&
    !isNumberOrName(word, item)

  const contentWords = words.filter(
    (word) =>
      !isFillerWord(word.typed, lexicon) &&
      !exampleWords.has(word.typed) &&
      !meansItem(word) &&
      !numberQuestionWords.has(word),
  )
  const topicWords = contentWords.filter((word) => !belongsToItemName(word))
  // 'Where is the notebook today?' must not be answered by where it was.
  const specificWords = topicWords.filter(
    (word) => !isLight(word) || lexicon.presentWords.has(word.typed),
  )
  const isSpecific =
    specificWords.length > 1 || specificWords.some((word) => isNumberOrName(word, item))

  const chooseWords = () => {
    if (topicWords.length === 0) return contentWords.filter(({ stem }) => personWords.has(stem))
    if (specificWords.length === 0) return contentWords
    return mayOmitLightWords && isSpecific ? specificWords : topicWords
  }
  const requiredWords = chooseWords()
  // In a text of another language, only names and numbers are understood.
  const isUnderstood =
    lexicon === text.lexicon || requiredWords.every((word) => isNumberOrName(word, item))
  return isUnderstood ? requiredWords : []
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
 * pairs of characters. Synonyms count in open questions only: a yes-or-no question needs the same
 * word.
 */
function toTextTerms(
  { typed, original = typed }: Word,
  { lexicon, text }: PreparedItem,
  isOpenQuestion: boolean,
): string[] {
  if (!lexicon.hasSpaces && !/^[a-z\d]+$/.test(original))
    return original.length < 2 ? [] : splitIntoCharacterPairs(original)

  const century =
    /^\d\d$/.test(original) && ['20', '19', '18'].find((first) => text.terms.has(first + original))
  if (century) return [century + original]

  const mayBeSynonym = isOpenQuestion || lexicon !== text.lexicon
  return [mayBeSynonym ? toTerm(original, text.lexicon) : toComparableStem(original, lexicon)]
}
