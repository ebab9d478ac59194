import { askedAt, type FactMatch, saysNothing } from './facts.ts'
import type { PreparedItem } from './item.ts'
import { type Asking, asksNumber, type Lexicon } from './lexicon.ts'
import type { Query } from './quotes.ts'
import type { TextIndex } from './text-index.ts'
import { form, isNumber, pairs, term, type Word } from './words.ts'

const people: readonly Asking[] = ['who', 'whom', 'amount']

/** What a question that no row answers wants to know of the text. */
export function queryOf(
  words: readonly Word[],
  asking: ReadonlySet<Asking>,
  item: PreparedItem,
  facts: FactMatch | null,
): Query {
  const { lexicon, text } = item
  const naming = words.some(({ typed }) => lexicon.naming.has(typed))
  // Without a word that asks, 'yes' or 'no' is expected, and only the very words tell it: a seat does not say who may sit.
  const isOpen = asking.size > 0 || naming || words.some(({ typed }) => lexicon.which.has(typed))
  const amounts = new Set(words.filter((_, at) => asksNumber(askedAt(words, at, lexicon))))
  const needed = neededWords(
    words,
    amounts,
    item,
    isOpen && !people.some((kind) => asking.has(kind)),
  )
  const termsOf = (chosen: readonly Word[]) =>
    chosen.flatMap((word) => termsIn(text, word, lexicon, isOpen))

  const [only] = needed
  const isAlone =
    needed.length === 1 && only !== undefined && words.length > 1 && !isNamed(only, item)
  const isLight = ({ stem }: Word) => lexicon.light.has(stem)
  const asksLittle = asking.size === 0 && !naming
  const saysLittle =
    (isAlone && (asksLittle || isLight(only))) || (asksLittle && needed.every(isLight))
  const isFar = asking.has('extent')
  const tellsItself = ({ typed, stem }: Word) =>
    lexicon.askingAfter.has(typed) || !lexicon.uses.has(stem)
  const isCounted = (word: Word) => {
    const [first, second] = [words[words.indexOf(word) - 1], words[words.indexOf(word) - 2]]
    const amount =
      first && saysNothing(first.typed, lexicon) && !amounts.has(first) ? second : first
    return amount !== undefined && amounts.has(amount) && !tellsItself(amount)
  }
  const told = facts?.complete === false ? facts.measure : []
  return {
    needed: termsOf(needed),
    written: isAlone ? (only.original ?? only.typed) : null,
    beside: saysLittle ? termsOf(words.filter(({ typed }) => lexicon.itemWords.has(typed))) : null,
    light: termsOf(words.filter(isLight)),
    counted: termsOf(needed.filter(isCounted)),
    asking,
    number: amounts.size > 0 || facts?.number === true,
    naming,
    isFar,
    measure: isFar ? [] : [...told, ...[...amounts].filter(tellsItself).map(({ stem }) => stem)],
  }
}

/** The words that a sentence must hold to answer; none where the question says too little, or is not understood in the text's language. */
function neededWords(
  words: readonly Word[],
  amounts: ReadonlySet<Word>,
  item: PreparedItem,
  mayLackLight: boolean,
): readonly Word[] {
  const { lexicon, ownWords, personWords, shownWords, exampleWords, text } = item
  const isLight = ({ typed, stem }: Word) =>
    lexicon.light.has(stem) || (item.isPicture && lexicon.painting.has(typed))
  const isOwn = ({ stem }: Word) => ownWords.has(stem) && !shownWords.has(stem)
  const isItem = (word: Word) =>
    lexicon.item.has(word.stem) && !lexicon.painting.has(word.typed) && !isNamed(word, item)
  const content = words.filter(
    (word) =>
      !saysNothing(word.typed, lexicon) &&
      !exampleWords.has(word.typed) &&
      !isItem(word) &&
      !amounts.has(word),
  )
  const about = content.filter((word) => !isOwn(word))
  // 'Where is the notebook today?' is not answered by where it was.
  const telling = about.filter((word) => !isLight(word) || lexicon.now.has(word.typed))
  const isClear = telling.length > 1 || telling.some((word) => isNamed(word, item))
  const needed = () => {
    if (about.length === 0) return content.filter(({ stem }) => personWords.has(stem))
    if (telling.length === 0) return content
    return mayLackLight && isClear ? telling : about
  }
  // Of a text in another language, names and numbers are understood.
  return lexicon === text.lexicon || needed().every((word) => isNamed(word, item)) ? needed() : []
}

/** A number or a name, as the text writes it. */
function isNamed({ typed, original = typed }: Word, { lexicon, text }: PreparedItem): boolean {
  if (isNumber.test(typed)) return typed.length > 1
  // Every noun has a capital in German.
  return text.names.has(original) && (text.lexicon.language !== 'de' || lexicon !== text.lexicon)
}

/** A word as the text has it: '33' is 1933 there; without spaces, by pairs of signs, of which a single one is in none. */
function termsIn(
  text: TextIndex,
  { typed, original = typed }: Word,
  lexicon: Lexicon,
  isOpen: boolean,
): string[] {
  if (!lexicon.hasSpaces && !/^[a-z\d]+$/.test(original))
    return original.length < 2 ? [] : pairs(original)
  const century =
    /^\d\d$/.test(original) && ['20', '19', '18'].find((first) => text.terms.has(first + original))
  if (century) return [century + original]
  return [
    isOpen || lexicon !== text.lexicon ? term(original, text.lexicon) : form(original, lexicon),
  ]
}
