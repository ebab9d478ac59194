import type { AttributeRow } from '@vitrine/contract'
import { findFacts } from './facts.ts'
import { type House, nameWords } from './house.ts'
import type { PreparedItem } from './item.ts'
import type { Asking, Lexicon } from './lexicon.ts'
import { findQuotes, occursInText, type Quote } from './quotes.ts'
import { pairs, questionWords, term, terms, type Word, writtenWithoutSpaces } from './words.ts'

export const maxQuestion = 300

type Others = { readonly others?: readonly number[] }

/** Every answer is a row of the item or a sentence of its text, as it stands there; or there is none. */
export type Answer = Others &
  (
    | { readonly kind: 'fact'; readonly attributes: readonly AttributeRow[] }
    | { readonly kind: 'quotes'; readonly sentences: readonly Quote[] }
    | { readonly kind: 'unknown' }
  )

/** A sentence must mention this much to be preferred to an attribute that the question names. */
const clearlyAboutTheText = 0.75
const maxOthers = 3
const maxCorrections = 24

export function answer(item: PreparedItem, question: string, house?: House): Answer {
  const { lexicon } = item
  const asked = question.slice(0, maxQuestion)
  const words = corrected(questionWords(asked, lexicon), item)
  const asking = new Set(words.flatMap(({ typed }) => lexicon.asking.get(typed) ?? []))
  const others = house ? otherItems(asked, words, item, house) : []
  const found = others.length > 0 ? { others } : {}
  const facts = findFacts(words, item, asking)
  const told = facts && new Set([...facts.consumed, ...facts.rows.flatMap(({ value }) => terms(value, lexicon))])
  const rest = told ? words.filter((word) => asksForMore(word, told, item)) : []
  const beyond = rest.some(({ stem }) => lexicon.beyond.has(stem))
  const fact = facts && facts.rows.length > 0 && !beyond ? facts : null
  const factAnswer = fact && { kind: 'fact' as const, attributes: fact.rows, ...found }
  if (factAnswer && rest.length === 0) return factAnswer
  const quotes = findQuotes(item, queryOf(words, asking, item, facts?.evidence))
  if (factAnswer && fact.strong) {
    const aboutText = rest.some(({ typed }) => occursInText(item, term(typed, item.textLexicon)))
    if (!aboutText || quotes.coverage < clearlyAboutTheText) return factAnswer
  }
  // Asked for a fact that nobody has filled in, a sentence must say more than that it is about the same.
  const missing = facts !== null && facts.rows.length === 0 && quotes.coverage < clearlyAboutTheText
  if (quotes.quotes.length > 0 && !missing) return { kind: 'quotes', sentences: quotes.quotes, ...found }
  return { kind: 'unknown', ...found }
}

const isNumber = /^\d+$/

/** Whether a word is about something else than the facts found, the item itself and small talk. */
function asksForMore({ typed, stem }: Word, consumed: ReadonlySet<string>, { lexicon, ownWords }: PreparedItem): boolean {
  if (consumed.has(stem) || lexicon.fill.has(typed) || lexicon.item.has(stem) || lexicon.asking.has(typed)) return false
  return !ownWords.has(stem) && !ownWords.has(typed.replace(/s$/, '')) && !isNumber.test(typed)
}

function queryOf(words: readonly Word[], asking: ReadonlySet<Asking>, item: PreparedItem, evidence?: ReadonlySet<string>) {
  const { lexicon, textLexicon, ownWords } = item
  const said = words.filter(({ typed }) => !lexicon.fill.has(typed) && !lexicon.asking.has(typed))
  const content = said.filter(({ stem }) => !lexicon.soft.has(stem))
  const split = (chosen: readonly Word[]) =>
    chosen.flatMap(({ typed, original = typed }) =>
      writtenWithoutSpaces(lexicon.language) && !/^[a-z\d]+$/.test(original) ? pairs(original) : term(original, textLexicon),
    )
  const amount = words.findIndex(({ typed }) => lexicon.asking.get(typed) === 'amount')
  const own = content.filter(({ stem }) => ownWords.has(stem))
  const about = content.filter(({ stem }) => !lexicon.item.has(stem) && !ownWords.has(stem))
  // 'Who was Graber?' asks about the name itself, 'Who was the model?' about the word.
  const spare = [own, asking.has('who') ? content : [], said]
  const inText = (part: readonly Word[]) => split(part).some((word) => occursInText(item, word))
  const chosen = about.length > 0 ? about : (spare.find(inText) ?? [])
  const beyond = words.some(({ stem }) => lexicon.beyond.has(stem))
  const head = amount < 0 ? undefined : words.slice(amount).find((word) => chosen.includes(word))
  const naming = words.some(({ typed }) => lexicon.naming.has(typed))
  return { terms: split(chosen), names: chosen === own ? [] : split(own), asking, head: head && split([head])[0], naming, beyond, evidence: [...(evidence ?? [])] }
}

/** Words that nobody knows are read as the nearest word of the lexicon, or as one that ends like them. */
function corrected(words: readonly Word[], item: PreparedItem): Word[] {
  const { lexicon, ownWords, textLexicon } = item
  let left = maxCorrections
  return words.map((word) => {
    const { typed, stem } = word
    if (left === 0 || known(stem, typed, lexicon) || ownWords.has(stem) || isNumber.test(typed)) return word
    if (item.postings.has(term(typed, textLexicon))) return word
    left--
    const meant = compoundEnd(typed, lexicon) ?? lexicon.near(typed)
    return meant === undefined ? word : { typed: meant, stem: lexicon.stem(meant), original: typed }
  })
}

function known(stem: string, typed: string, lexicon: Lexicon): boolean {
  if (lexicon.words.has(typed) || lexicon.uses.has(stem) || lexicon.item.has(stem) || lexicon.asking.has(typed)) return true
  return lexicon.soft.has(stem) || lexicon.beyond.has(stem)
}

/** German puts words together, and the last one says what it is: 'Wagenfarbe' is a colour. */
function compoundEnd(typed: string, lexicon: Lexicon): string | undefined {
  if (lexicon.language !== 'de') return undefined
  for (let at = 3; at <= typed.length - 5; at++) {
    const end = typed.slice(at)
    if (lexicon.uses.has(lexicon.stem(end))) return end
  }
  return undefined
}

/** Items of the house that the question names: another make or artist, or this one's with 'other'. */
function otherItems(question: string, words: readonly Word[], item: PreparedItem, house: House): number[] {
  const other = words.some(({ stem }) => item.lexicon.other.has(stem))
  const named = new Set(nameWords(question))
  const hits = new Map<number, number>()
  for (const name of named) {
    if (item.lexicon.words.has(name)) continue
    const own = item.ownWords.has(item.lexicon.stem(name))
    if (own && !other) continue
    for (const id of house.byWord.get(name) ?? []) {
      const words = house.wordsOf.get(id)
      hits.set(id, [...named].filter((word) => words?.has(word)).length)
    }
  }
  return [...hits]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, maxOthers)
    .map(([id]) => id)
}
