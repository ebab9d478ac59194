import { expand, parseAffixes } from './affixes.ts'
import type { SpellingLanguage } from './lexicon.ts'
import { type Lexicon, Mark, standsAlone } from './lexicon.ts'
import {
  type DictionarySource,
  dictionarySources,
  properNames,
  tradeWords,
  wordLists,
} from './sources.ts'
import { buildGraph } from './word-graph.ts'

const longest = 40

/** Makes a lexicon out of the dictionaries and word lists of a language. Takes seconds: done when the project is built. */
export function compileLexicon(language: SpellingLanguage): Lexicon {
  const lists = wordLists(language)
  const marks = new Map<string, number>()
  const mark = (word: string, bits: number) => {
    if (word.length <= longest) marks.set(word, (marks.get(word) ?? 0) | bits)
  }

  const sources = dictionarySources(language)
  for (const source of sources) addDictionary(source, mark)
  if (sources.length > 1) onlySuggest(sources.at(-1), marks)
  const frequency = frequencies(lists.spoken, lists.written)
  for (const word of tradeWords(language)) {
    const small = word.toLowerCase()
    mark(small, spellingOf(word, small))
    frequency.set(small, Math.max(tradeStep, frequency.get(small) ?? 0))
  }
  for (const [word, step] of frequency) {
    const known = ((marks.get(word) ?? 0) & standsAlone) !== 0
    if (!known && step >= rarestSeen && isWord(word)) mark(word, Mark.seen)
  }
  for (const name of properNames().map((one) => one.toLowerCase())) {
    // 'Berg' and 'Wolf' are words first, and stay what a typo is corrected to.
    if (((marks.get(name) ?? 0) & standsAlone) === 0) mark(name, Mark.name)
  }
  for (const name of lists.names) if (isWord(name)) mark(name.toLowerCase(), Mark.name)

  const words = [...marks.keys()].sort()
  return {
    graph: buildGraph(words),
    marks: Uint8Array.from(words, (word) => marks.get(word) ?? 0),
    frequency: Uint8Array.from(words, (word) => frequency.get(word) ?? 0),
  }
}

function addDictionary(source: DictionarySource, mark: (word: string, bits: number) => void): void {
  const affixes = parseAffixes(source.affixes)
  const {
    ONLYINCOMPOUND: inside = '',
    COMPOUNDEND: end = '',
    NOSUGGEST: unsuggested = '',
  } = affixes.marks
  expand(source.words, affixes, (form, flags, kind) => {
    if (form.endsWith("'s")) return
    const small = form.toLowerCase()
    // In the German dictionary 'j' and 'k' make the beginning and the middle of a compound out of a stem.
    if (end !== '' && kind !== 'form' && (flags.has('j') || flags.has('k')))
      mark(small, Mark.begins)
    if (end !== '' && flags.has(end)) mark(small, Mark.ends)
    if (kind === 'bare stem' || flags.has(inside)) return
    mark(small, spellingOf(form, small) | (flags.has(unsuggested) ? Mark.unsuggested : 0))
  })
}

/** What the other dictionaries have is right, but only the last one is suggested: 'cancelled', not 'canceled'. */
function onlySuggest(source: DictionarySource | undefined, marks: Map<string, number>): void {
  const ours = new Set<string>()
  if (source) addDictionary(source, (word) => ours.add(word))
  for (const [word, bits] of marks) if (!ours.has(word)) marks.set(word, bits | Mark.unsuggested)
}

function spellingOf(form: string, small: string): number {
  if (form === small) return Mark.small
  return form.slice(1) === small.slice(1) ? Mark.capital : Mark.mixedCase
}

const topStep = 17
// In a museum's journal they are more frequent than in print.
const tradeStep = 6
// About the first 30,000 words of a list.
const rarestSeen = 3

/** How frequent words are, by their better place in the two lists: each step means twice as frequent. */
function frequencies(...lists: readonly (readonly string[])[]): Map<string, number> {
  const steps = new Map<string, number>()
  for (const list of lists) {
    for (const [place, word] of list.entries()) {
      const step = Math.max(1, topStep - Math.floor(Math.log2(place + 1)))
      if (step > (steps.get(word) ?? 0)) steps.set(word, step)
    }
  }
  return steps
}

const isWord = (text: string): boolean => /^\p{L}[\p{L}'-]*$/u.test(text)
