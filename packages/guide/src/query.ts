import { askedAt, type FactMatch, follows, isNumber, saysNothing, yearLike } from './facts.ts'
import type { PreparedItem } from './item.ts'
import { type Asking, asksNumber, type Lexicon } from './lexicon.ts'
import type { Query } from './quotes.ts'
import { matchingTerms, occursInText, type TextIndex } from './text-index.ts'
import { pairs, term, type Word } from './words.ts'

/** What a question that no row answers wants to know of the text. */
export function queryOf(
  words: readonly Word[],
  asking: ReadonlySet<Asking>,
  item: PreparedItem,
  facts: FactMatch | null,
): Query {
  const { lexicon, ownWords, shownWords, text } = item
  const isForeign = lexicon !== text.lexicon
  const termsOf = (chosen: readonly Word[]) =>
    chosen.flatMap(({ typed, original = typed }) =>
      !lexicon.hasSpaces && !/^[a-z\d]+$/.test(original) ? signs(original) : termIn(text, original, lexicon),
    )
  const inText = (part: readonly Word[]) => termsOf(part).some((word) => occursInText(text, word))
  const isLight = ({ typed, stem }: Word) => lexicon.light.has(stem) || (item.isPicture && lexicon.painting.has(typed))
  const content = words.filter(({ typed }) => !saysNothing(typed, lexicon))
  const own = content.filter(({ stem }) => ownWords.has(stem) && !shownWords.has(stem))
  const amounts = new Set(words.filter((_, at) => asksNumber(askedAt(words, at, lexicon))))
  const about = content.filter(
    (word) => !lexicon.item.has(word.stem) && !own.includes(word) && (!amounts.has(word) || !facts || inText([word])),
  )
  const subject = about.filter((word) => !amounts.has(word))
  const hasSubject = subject.some((word) => !isLight(word)) || inText(subject)
  const named = isForeign ? about.filter((word) => isNamed(word, text)) : []
  // Of a text in another language, names and numbers are understood; the other words are not missing in it.
  const chosen =
    named.length > 0 ? named : subject.every(isLight) && inText(own) ? [...own, ...about] : hasSubject ? about : content
  const vague = chosen.every(isLight)
  // Of words that say little, those that the text has are asked about: 'before' in 'Where did it hang before?' is not.
  const isWritten = (word: Word) => !lexicon.item.has(word.stem) && inText([word])
  const written = vague && amounts.size === 0 ? chosen.filter(isWritten) : []
  const isOneOf = (word: Word, at: number) => chosen.includes(word) && lexicon.which.has(words[at - 1]?.typed ?? '')
  const isPlace = (word: Word, at: number) =>
    chosen.includes(word) && (vague || !isLight(word)) && follows(words, at, lexicon.places) && inText([word])
  const number = amounts.size > 0 || facts?.number === true
  const isFarOrLong = asking.has('extent')
  const isMeasured = (word: Word) => !isLight(word) && !amounts.has(word) && !facts?.measure.includes(word.stem)
  const isCounted = (word: Word) => amounts.has(words[words.indexOf(word) - 1] ?? word)
  // 'How many are still there?' counts nothing that the text could tell; 'and the car itself?' follows another question.
  const isCountless = vague
    ? chosen.length < 2 && !chosen.some(isCounted)
    : isForeign && chosen.every(({ typed }) => isNumber.test(typed))
  const isFollowUp =
    lexicon.conjunctions.has(words[0]?.typed ?? '') && content.every(({ stem }) => lexicon.item.has(stem))
  const asksNothing = isFollowUp || (amounts.size > 0 && !isFarOrLong && isCountless)
  return {
    terms: asksNothing ? [] : termsOf(written.length > 0 ? written : chosen),
    counted: number && !isFarOrLong ? termsOf(chosen.filter(isMeasured)) : [],
    light: new Set(vague ? [] : termsOf(chosen.filter(isLight))),
    vague,
    atPlace: words.some(isPlace) && !words.some(isOneOf),
    asking,
    number,
    naming: words.some(({ typed }) => lexicon.naming.has(typed)),
    measure: facts === null || facts.complete || asking.has('extent') ? [] : facts.measure,
    required: termsOf(words.filter((word) => lexicon.now.has(word.typed) || isAnother(word, item))),
  }
}

/** Texts without spaces are known by pairs of signs: a single one is in none of them. */
const signs = (typed: string): string[] => (typed.length < 2 ? [] : pairs(typed))

/** A number or a name, as the text writes it. */
const isNamed = ({ typed, original = typed }: Word, { names }: TextIndex): boolean =>
  isNumber.test(typed) ? typed.length > 2 : names.has(original)

/** Another year than those of the table, another make than the item's: a sentence without it answers nothing. */
function isAnother({ typed, stem }: Word, { lexicon, ownWords, ownNumbers }: PreparedItem): boolean {
  if (ownWords.has(stem)) return false
  return yearLike.test(typed) ? !ownNumbers.has(typed) : lexicon.makes.has(stem)
}

/** '33' is 1933 where the text has that; a slip is the word of the text that was meant. */
function termIn(text: TextIndex, typed: string, lexicon: Lexicon): string {
  const year = /^\d\d$/.test(typed) && ['20', '19', '18'].find((century) => text.postings.has(century + typed))
  if (year) return year + typed
  const known = term(typed, text.lexicon)
  if (lexicon !== text.lexicon || lexicon.words.has(typed) || matchingTerms(text, known).length > 0) return known
  return text.near(known) ?? known
}
