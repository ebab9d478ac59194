import { expandDictionary, parseAffixes } from './affixes.ts'
import type { SpellingLanguage } from './lexicon.ts'
import { type Lexicon, Mark, standaloneMarks } from './lexicon.ts'
import {
  type DictionarySource,
  readDictionaries,
  readProperNames,
  readTradeWords,
  readWordLists,
} from './sources.ts'
import { buildGraph } from './word-graph.ts'

const maxWordLength = 40

/**
 * Compiles the lexicon of a language from dictionaries and word lists. Takes seconds; for builds.
 */
export function compileLexicon(language: SpellingLanguage): Lexicon {
  const lists = readWordLists(language)
  const marks = new Map<string, number>()
  const mark = (word: string, bits: number) => {
    if (word.length <= maxWordLength) marks.set(word, (marks.get(word) ?? 0) | bits)
  }

  const sources = readDictionaries(language)
  for (const source of sources) addDictionary(source, mark)
  if (sources.length > 1) suppressOtherSuggestions(sources.at(-1), marks)
  const frequency = rankFrequencies(lists.spoken, lists.written)
  for (const word of readTradeWords(language)) {
    const small = word.toLowerCase()
    mark(small, getCaseMark(word, small))
    frequency.set(small, Math.max(tradeWordFrequency, frequency.get(small) ?? 0))
  }
  for (const [word, step] of frequency) {
    const known = ((marks.get(word) ?? 0) & standaloneMarks) !== 0
    if (!known && step >= minSeenFrequency && isWord(word)) mark(word, Mark.seen)
  }
  for (const name of readProperNames().map((properName) => properName.toLowerCase())) {
    // Names that are also words ('Berg', 'Wolf') remain suggestions.
    if (((marks.get(name) ?? 0) & standaloneMarks) === 0) mark(name, Mark.name)
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
  expandDictionary(source.words, affixes, (form, flags, kind) => {
    if (form.endsWith("'s")) return
    const small = form.toLowerCase()
    // In the German dictionary, flags 'j' and 'k' mark beginnings and middles of compounds.
    if (end !== '' && kind !== 'form' && (flags.has('j') || flags.has('k')))
      mark(small, Mark.begins)
    if (end !== '' && flags.has(end)) mark(small, Mark.ends)
    if (kind === 'bare stem' || flags.has(inside)) return
    mark(small, getCaseMark(form, small) | (flags.has(unsuggested) ? Mark.unsuggested : 0))
  })
}

/** Accepts all dictionaries but suggests only words of the last: 'cancelled', not 'canceled'. */
function suppressOtherSuggestions(
  source: DictionarySource | undefined,
  marks: Map<string, number>,
): void {
  const suggested = new Set<string>()
  if (source) addDictionary(source, (word) => suggested.add(word))
  for (const [word, bits] of marks)
    if (!suggested.has(word)) marks.set(word, bits | Mark.unsuggested)
}

function getCaseMark(form: string, small: string): number {
  if (form === small) return Mark.small
  return form.slice(1) === small.slice(1) ? Mark.capital : Mark.mixedCase
}

const maxFrequency = 17
// Minimum for trade words, which are more frequent in museums than in print.
const tradeWordFrequency = 6
// About the first 30,000 words of a list.
const minSeenFrequency = 3

/** Frequency of each word by its better rank in the lists, on a logarithmic scale (base 2). */
function rankFrequencies(...lists: readonly (readonly string[])[]): Map<string, number> {
  const steps = new Map<string, number>()
  for (const list of lists) {
    for (const [place, word] of list.entries()) {
      const step = Math.max(1, maxFrequency - Math.floor(Math.log2(place + 1)))
      if (step > (steps.get(word) ?? 0)) steps.set(word, step)
    }
  }
  return steps
}

const isWord = (text: string): boolean => /^\p{L}[\p{L}'-]*$/u.test(text)
