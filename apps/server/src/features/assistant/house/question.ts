import { type AssistantLanguage, assistantLanguages, fold } from '@vitrine/contract'
import { lexiconOf } from '@vitrine/guide'
import { partsOf } from '../../../projections/index.ts'
import type { WantedWord } from '../../search/index.ts'
import words from './words.json' with { type: 'json' }

/** What a question looks for. */
export interface HouseQuestion {
  readonly text: string
  readonly language: AssistantLanguage
  readonly wanted: readonly WantedWord[]
  /** Years that it names, as such or as 'last year'. */
  readonly years: readonly string[]
  readonly asksWhen: boolean
}

const maxWords = 12
const shortestStem = 4
const shares = { itself: 1, stem: 0.95, alike: 0.85, near: 0.5 }
/** What matters less than the rest: 'get', 'find'. */
const lightWeight = 0.35

const lexicons = assistantLanguages.map(lexiconOf)

/** Each word of a group with the whole group. */
function grouped(groups: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const known = new Map<string, string[]>()
  for (const group of groups.map((line) => line.split(' ')))
    for (const word of group) known.set(word, [...(known.get(word) ?? []), ...group])
  return known
}

const alike = grouped(words.alike)
/** What tells of the same matter: who asks for a repair wants to read of the leak. */
const near = new Map(Object.entries(words.near).map(([word, others]) => [word, others.split(' ')]))
const yearPhrases = Object.entries(words.years)
const phrases = Object.entries(words.phrases)
/** 'What do the comments say' asks for nothing by itself. */
const saying = new Set(words.saying.split(' '))

export function readQuestion(question: string, thisYear: number): HouseQuestion {
  let text = fold(question)
  for (const [phrase, offset] of yearPhrases) text = text.replaceAll(phrase, ` ${thisYear + offset} `)
  for (const [phrase, word] of phrases) text = text.replaceAll(phrase, word)
  const typed = [...new Set(partsOf(text))]
  const spoken = lexicons
    .map((lexicon) => ({ language: lexicon.language, count: typed.filter((word) => lexicon.fill.has(word)).length }))
    .reduce((best, next) => (next.count > best.count ? next : best))
  const isFill = (word: string) =>
    saying.has(word) || lexicons.some(({ fill, asking }) => fill.has(word) || asking.has(word))
  const telling = typed.filter((word) => word.length > 1 && !isFill(word)).slice(0, maxWords)
  return {
    text: question,
    language: spoken.language as AssistantLanguage,
    wanted: (telling.length > 0 ? telling : typed.slice(0, maxWords)).map(wantedWord),
    years: typed.filter((word) => /^(?:1[5-9]|20)\d\d$/.test(word)),
    asksWhen: typed.some((word) => lexicons.some(({ asking }) => asking.get(word) === 'when')),
  }
}

/** A word with its stems and the words of other languages that say the same. */
function wantedWord(typed: string): WantedWord {
  const stems = lexicons.map(({ stem }) => stem(typed)).filter((stem) => stem.length >= shortestStem)
  const same = [typed, ...stems].flatMap((word) => alike.get(word) ?? [])
  const forms = new Map<string, number>()
  for (const word of [typed, ...same].flatMap((each) => near.get(each) ?? [])) forms.set(word, shares.near)
  for (const word of same) forms.set(word, shares.alike)
  for (const stem of stems) forms.set(stem, shares.stem)
  forms.set(typed, shares.itself)
  const isLight = same.length === 0 && lexicons.some(({ light, stem }) => light.has(stem(typed)))
  return { typed, forms: [...forms], weight: isLight ? lightWeight : 1 }
}
