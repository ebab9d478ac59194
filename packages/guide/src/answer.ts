import { type AttributeRow, type LabelLanguage, labelLanguages } from '@vitrine/contract'
import { askedAt, type FactMatch, findFacts, isNumber, leftOver, saysNothing } from './facts.ts'
import { type House, otherItems } from './house.ts'
import type { PreparedItem } from './item.ts'
import { type Asking, asksNumber, type Lexicon, lexiconOf } from './lexicon.ts'
import { findQuotes, type Query, type Quote } from './quotes.ts'
import { asksOfAnother, capitalised, narrowing } from './subject.ts'
import { isSaid, matchingTerms, occursInText, type TextIndex } from './text-index.ts'
import { pairs, questionWords, term, type Word } from './words.ts'

export const maxQuestion = 300

/** Rows of the item or sentences of its text, as they stand there, or neither; beside it, other items that were named. */
export type Answer = { readonly others?: readonly number[] } & (
  | { readonly kind: 'fact'; readonly attributes: readonly AttributeRow[] }
  | { readonly kind: 'quotes'; readonly sentences: readonly Quote[] }
  | { readonly kind: 'unknown' }
)

/** A sentence must mention this much to be preferred to an attribute that was asked for. */
const clearlyAboutTheText = 0.75
const maxCorrections = 24

/** The house's items are offered when named; the item itself must not be among them. */
export function answer(item: PreparedItem, question: string, house?: House): Answer {
  const asked = question.slice(0, maxQuestion)
  const words = wordsOf(asked, item)
  const others = house ? otherItems(asked, words, item, house) : []
  const given = answerIn(asked, words, item, others.length > 0)
  if (others.length > 0) return { ...given, others }
  return given.kind === 'unknown' ? (factInItsLanguage(asked, item) ?? given) : given
}

const wordsOf = (part: string, item: PreparedItem) => corrected(questionWords(part, item.lexicon), item)

function answerIn(asked: string, words: readonly Word[], item: PreparedItem, another: boolean): Answer {
  const named: Named = { capitalised: capitalised(asked, item.lexicon), another }
  const whole = answerFromItem(words, item, named)
  return whole.kind === 'fact' ? whole : (factInPart(asked, item, named) ?? whole)
}

/** A question whose every word another language knows, and the page's does not, is asked in that one. */
function factInItsLanguage(asked: string, item: PreparedItem): Answer | undefined {
  const strange = (language: LabelLanguage) => {
    const lexicon = lexiconOf(language)
    const words = questionWords(asked, lexicon)
    const unknown = words.filter((word) => !isWordOf(word, lexicon) && !item.ownWords.has(word.stem))
    return unknown.length / Math.max(1, words.length)
  }
  if (strange(item.lexicon.language) < 0.5) return undefined
  for (const language of labelLanguages) {
    if (language === item.lexicon.language || strange(language) > 0) continue
    const translated = item.askedIn(language)
    const given = answerIn(asked, wordsOf(asked, translated), translated, false)
    if (given.kind === 'fact') return given
  }
  return undefined
}

const isWordOf = ({ typed }: Word, { words, fill, asking }: Lexicon): boolean =>
  words.has(typed) || fill.has(typed) || asking.has(typed) || isNumber.test(typed)

interface Named {
  readonly capitalised: ReadonlySet<string>
  /** Another item of the house. */
  readonly another: boolean
}

const maxParts = 4

/** 'It looks crazy, who designed it?': the last part that asks for a fact, unless another part asks for what no attribute says. */
function factInPart(asked: string, item: PreparedItem, named: Named): Answer | undefined {
  const parts = asked.split(/(?<![,.;:!?])[,.;:!?]+\s|[。、，？！；]+/u).filter((part) => part.trim())
  if (parts.length < 2 || parts.length > maxParts) return undefined
  const words = parts.map((part) => wordsOf(part, item))
  if (words.flat().some(({ stem }) => item.lexicon.beyond.has(stem))) return undefined
  return words
    .reverse()
    .map((part) => answerFromItem(part, item, named))
    .find(({ kind }) => kind === 'fact')
}

function answerFromItem(words: readonly Word[], item: PreparedItem, named: Named): Answer {
  const { lexicon, text } = item
  const asking = new Set(words.flatMap((_, at) => askedAt(words, at, lexicon) ?? []))
  const facts = findFacts(words, item, asking)
  const rest = facts ? leftOver(words, facts, item) : []
  const elsewhere = named.another || rest.some(({ stem }) => lexicon.beyond.has(stem))
  const answersFact =
    facts !== null && facts.rows.length > 0 && !elsewhere && !asksOfAnother(words, named.capitalised, facts, rest, item)
  if (answersFact && rest.length === 0) return { kind: 'fact', attributes: facts.rows }
  const { quotes, coverage } = findQuotes(text, queryOf(words, asking, item, facts))
  const clear = coverage >= clearlyAboutTheText
  if (answersFact && facts.strong && !(clear && rest.some(({ typed }) => isSaid(text, typed))))
    return { kind: 'fact', attributes: facts.rows }
  // What nobody has filled in, the text hardly ever says; it speaks of something else in the same words.
  const missing = facts !== null && facts.rows.length === 0 && rest.length === 0 && !(facts.told && clear)
  return quotes.length > 0 && !missing ? { kind: 'quotes', sentences: quotes } : { kind: 'unknown' }
}

function queryOf(
  words: readonly Word[],
  asking: ReadonlySet<Asking>,
  item: PreparedItem,
  facts: FactMatch | null,
): Query {
  const { lexicon, ownWords, shownWords, text } = item
  const termsOf = (chosen: readonly Word[]) =>
    chosen.flatMap(({ typed, original = typed }) =>
      !lexicon.hasSpaces && !/^[a-z\d]+$/.test(original) ? pairs(original) : termIn(text, original, lexicon),
    )
  const said = words.filter(({ typed }) => !saysNothing(typed, lexicon))
  const content = said.filter(({ stem }) => !lexicon.soft.has(stem))
  const own = content.filter(({ stem }) => ownWords.has(stem) && !shownWords.has(stem))
  const amounts = new Set(words.filter((_, at) => asksNumber(askedAt(words, at, lexicon))))
  const isAmount = (word: Word) => amounts.has(word)
  const about = content.filter(
    (word) =>
      !lexicon.item.has(word.stem) &&
      !own.includes(word) &&
      (!isAmount(word) || occursInText(text, term(word.typed, text.lexicon))),
  )
  // 'Who was Graber?' asks about the name itself, 'Who was the model?' about the word.
  const spare = [own, asking.has('who') ? content : [], said.filter((word) => !isAmount(word))]
  const inText = (part: readonly Word[]) => termsOf(part).some((word) => occursInText(text, word))
  const subject = about.filter((word) => !isAmount(word))
  const hasSubject = subject.some(({ stem }) => !lexicon.light.has(stem)) || inText(subject)
  const chosen = hasSubject ? about : (spare.find(inText) ?? [])
  const amount = words.findIndex((_, at) => askedAt(words, at, lexicon) === 'amount')
  const head =
    amount < 0
      ? undefined
      : words.slice(amount + 1).find((word) => chosen.includes(word) && !lexicon.light.has(word.stem))
  const category = words.find((word, at) => chosen.includes(word) && lexicon.which.has(words[at - 1]?.typed ?? ''))
  return {
    terms: termsOf(chosen),
    light: new Set(termsOf(chosen.filter(({ stem }) => lexicon.light.has(stem)))),
    names: chosen === own ? [] : termsOf(own),
    asking,
    number: amounts.size > 0 || facts?.number === true,
    naming: words.some(({ typed }) => lexicon.naming.has(typed)),
    head: head && termsOf([head])[0],
    category: category && termsOf([category])[0],
    evidence: facts?.evidence ?? [],
    beyond: termsOf(words.filter(({ stem }) => lexicon.beyond.has(stem))),
    narrowing: termsOf(narrowing(words, asking, item)),
  }
}

/** '33' is 1933 where the text has that; a slip is the word of the text that was meant. */
function termIn(text: TextIndex, typed: string, lexicon: Lexicon): string {
  const year = /^\d\d$/.test(typed) && ['20', '19', '18'].find((century) => text.postings.has(century + typed))
  if (year) return year + typed
  const known = term(typed, text.lexicon)
  if (lexicon !== text.lexicon || lexicon.words.has(typed) || matchingTerms(text, known).length > 0) return known
  return text.near(known) ?? known
}

/** Words that nobody knows are read as the nearest word of the lexicon, or as one that they end with. */
function corrected(words: readonly Word[], { lexicon, ownWords, text }: PreparedItem): Word[] {
  let left = maxCorrections
  return words.map((word) => {
    const { typed, stem } = word
    if (left === 0 || isKnown(word, lexicon) || ownWords.has(stem) || isNumber.test(typed)) return word
    if (text.postings.has(term(typed, text.lexicon))) return word
    left--
    const meant = compoundEnd(typed, lexicon) ?? lexicon.near(typed)
    return meant === undefined ? word : { typed: meant, stem: lexicon.stem(meant), original: typed }
  })
}

const isKnown = ({ typed, stem }: Word, { words, uses, item, soft, beyond, makes }: Lexicon): boolean =>
  words.has(typed) || makes.has(stem) || uses.has(stem) || item.has(stem) || soft.has(stem) || beyond.has(stem)

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
