import { fold } from '@vitrine/text'
import { askedAt, type FactMatch, isNumber, saysNothing } from './facts.ts'
import type { PreparedItem } from './item.ts'
import { type Asking, asksNumber, type Lexicon } from './lexicon.ts'
import { plainWord } from './stem.ts'
import { terms, type Word } from './words.ts'

const yearLike = /^(?:1[5-9]|20)\d\d$/
const yearRow = /^(?:year|first_registration)/
const musicRow = /^(?:music|composer|mp3)/

/** Years that the question names and the item's table does not: what is asked for may have been otherwise then. */
function otherYears(words: readonly Word[], { rows }: PreparedItem): Word[] {
  const own = new Set([...rows.values()].flatMap(({ value }) => value.match(/\d+/g) ?? []))
  return words.filter(({ typed }) => yearLike.test(typed) && !own.has(typed))
}

/** Words with a capital that begin no sentence; none where everything is in capitals, or every noun. */
export function capitalised(question: string, { language }: Lexicon): ReadonlySet<string> {
  if (language === 'de' || !/\p{Ll}/u.test(question)) return new Set()
  const found = question.matchAll(/(?<=[\p{L}\p{N},)»"“]\s+["«„“(]?|\p{L}['’])\p{Lu}[\p{L}\p{N}]*/gu)
  return new Set([...found].map(([word]) => plainWord(fold(word), language)))
}

/**
 * Whether a fact is asked of something else than the item: a person, a part, another car, another year. The item is meant by nothing, a pronoun, 'this', a word for it and
 * its names; a noun that nobody knows is none of them.
 */
export function asksOfAnother(
  words: readonly Word[],
  names: ReadonlySet<string>,
  facts: FactMatch,
  rest: readonly Word[],
  item: PreparedItem,
): boolean {
  const { lexicon, ownWords, personWords, musicWords } = item
  const isYear = facts.rows.every(({ key }) => yearRow.test(key))
  const keys = facts.rows.map(({ key }) => key).join(' ')
  const asksSpan = words.some(({ typed }, at) => lexicon.span.has(typed) || asksNumber(askedAt(words, at, lexicon)))
  const ofTheMaking = !asksSpan && (keys === 'year' || keys === 'year_from year_to')
  const years = new Set(isYear ? [] : otherYears(words, item))
  const ofMusic = facts.rows.every(({ key }) => musicRow.test(key))
  const told = new Set(facts.rows.flatMap(({ value }) => terms(value, lexicon)))
  const isItem = (word: Word | undefined) =>
    word !== undefined && (lexicon.item.has(word.stem) || ownWords.has(word.stem))
  const typedAt = (at: number) => words[at]?.typed ?? ''
  const pointsAtItem = words.some(({ typed, stem }) => lexicon.item.has(stem) || lexicon.pointing.has(typed))
  // Without articles: unless it follows a preposition, or the item follows it ('博物館のこの車').
  const thingIsAskedOf = (at: number) =>
    lexicon.articles.size > 0
      ? isAskedOf(at)
      : lexicon.hasSpaces
        ? !lexicon.prepositions.has(typedAt(at - 1))
        : !words.slice(at).some(isItem)
  // Not 'the old car', nor 'the car with the wings', nor 'on the motorway'.
  const isAskedOf = (at: number) =>
    lexicon.beforeNouns.has(typedAt(at - 1)) &&
    !lexicon.prepositions.has(typedAt(at - 2)) &&
    ![words[at - 3], words[at - 2], words[at + 1]].some(isItem)
  return words.some((word, at) => {
    const { typed, stem, original = typed } = word
    const before = words[at - 1]
    const after = words[at + 1]
    if (years.has(word)) return !lexicon.beyond.has(before?.stem ?? '') && !facts.consumed.has(after?.stem ?? '')
    // 'Type 51' beside a Type 35.
    if (/\d/.test(typed) && before && ownWords.has(before.stem) && !facts.consumed.has(after?.stem ?? ''))
      return !yearLike.test(typed) && !told.has(stem) && ![...ownWords].some((own) => own.startsWith(typed))
    if (lexicon.other.has(stem)) return isItem(after) && !facts.number
    if (lexicon.born.has(typed))
      return words.some(
        (other, there) =>
          personWords.has(other.stem) || (ownWords.has(other.stem) && !lexicon.articles.has(typedAt(there - 1))),
      )
    if (lexicon.sold.has(typed) && ofTheMaking) return true
    if (saysNothing(typed, lexicon)) return false
    if (musicWords.has(stem) && !facts.consumed.has(stem)) return !ofMusic
    if (personWords.has(stem) && facts.ofBody) return !pointsAtItem && !lexicon.articles.has(typedAt(at - 1))
    if (lexicon.things.has(stem) && rest.includes(word)) return lexicon.makes.has(stem) || thingIsAskedOf(at)
    if (isNumber.test(typed) || ownWords.has(stem) || ownWords.has(original.replace(/s$/, ''))) return false
    if (facts.consumed.has(stem) || told.has(stem) || isKnown(word, lexicon) || askedAt(words, at, lexicon))
      return false
    return !item.nearOwn(stem) && !soundsLikeOne(original, ownWords) && (names.has(original) || isAskedOf(at))
  })
}

/** Words that a sentence must not be without: another year, another make, 'the other' and, of who has it, 'today'. */
export function narrowing(words: readonly Word[], asking: ReadonlySet<Asking>, item: PreparedItem): Word[] {
  const { lexicon, ownWords } = item
  const named = words.filter(
    ({ typed, stem }, at) =>
      (lexicon.makes.has(stem) && !ownWords.has(stem)) ||
      ((asking.has('who') || asking.has('whom')) && lexicon.today.has(typed)) ||
      (lexicon.other.has(stem) && ownWords.has(words[at + 1]?.stem ?? '')),
  )
  return [...named, ...otherYears(words, item)]
}

const alike = ['bpбп', 'vwfвф', 'gkcqxhгкх', 'dtдт', 'szjсзцчшщж', 'lл', 'mм', 'nн', 'rр']
const consonants = (word: string) =>
  [...word].map((letter) => alike.findIndex((letters) => letters.includes(letter))).filter((sound) => sound >= 0)

/** 'Бугатти' is the Bugatti: its first consonants sound alike. */
function soundsLikeOne(word: string, names: ReadonlySet<string>): boolean {
  if (!/\p{Script=Cyrillic}/u.test(word)) return false
  const sound = consonants(word).slice(0, 3).join('')
  return [...names].some((name) => sound !== '' && consonants(name).slice(0, 3).join('') === sound)
}

const isKnown = ({ typed, stem }: Word, lexicon: Lexicon): boolean =>
  saysNothing(typed, lexicon) ||
  lexicon.words.has(typed) ||
  [lexicon.uses, lexicon.item, lexicon.soft, lexicon.light, lexicon.beyond, lexicon.beside].some((words) =>
    words.has(stem),
  )
