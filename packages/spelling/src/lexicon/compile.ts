import { expandDictionary, parseAffixes } from './affixes.ts'
import { type Lexicon, Mark, type SpellingLanguage, standaloneMarks } from './lexicon.ts'
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

  const isInDictionary = (word: string) => ((marks.get(word) ?? 0) & standaloneMarks) !== 0

  const sources = readDictionaries(language)
  for (const source of sources) addDictionary(source, mark)
  // Accepts all dictionaries, but suggests only words of the last (British English).
  if (sources.length > 1) suggestOnlyWordsOf(sources.at(-1), marks)
  const frequency = rankFrequencies(lists.spoken, lists.written)
  for (const word of readTradeWords(language)) {
    const lowerCased = word.toLowerCase()
    mark(lowerCased, getCaseMark(word, lowerCased))
    frequency.set(lowerCased, Math.max(tradeWordFrequency, frequency.get(lowerCased) ?? 0))
  }
  for (const [word, step] of frequency) {
    if (!isInDictionary(word) && step >= minSeenFrequency && isWord(word)) mark(word, Mark.seen)
  }
  for (const name of readProperNames().map((properName) => properName.toLowerCase())) {
    // Names that are also words ('Berg', 'Wolf') remain suggestions.
    if (!isInDictionary(name)) mark(name, Mark.name)
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
    ONLYINCOMPOUND: onlyInCompoundFlag = '',
    COMPOUNDEND: compoundEndFlag = '',
    NOSUGGEST: unsuggestedFlag = '',
  } = affixes.marks
  // Only the German dictionary describes compounds.
  const hasCompounds = compoundEndFlag !== ''
  expandDictionary(source.words, affixes, (form, flags, kind) => {
    if (form.endsWith("'s")) return
    const lowerCased = form.toLowerCase()
    // In the German dictionary, flags 'j' and 'k' mark beginnings and middles of compounds.
    if (hasCompounds && kind !== 'form' && (flags.has('j') || flags.has('k')))
      mark(lowerCased, Mark.begins)
    if (hasCompounds && flags.has(compoundEndFlag)) mark(lowerCased, Mark.ends)
    if (kind === 'bare stem' || flags.has(onlyInCompoundFlag)) return
    mark(lowerCased, getCaseMark(form, lowerCased))
    if (flags.has(unsuggestedFlag)) mark(lowerCased, Mark.unsuggested)
  })
}

/** Suppresses suggestions of words that the source lacks: 'cancelled', not 'canceled'. */
function suggestOnlyWordsOf(
  source: DictionarySource | undefined,
  marks: Map<string, number>,
): void {
  const suggested = new Set<string>()
  if (source) addDictionary(source, (word) => suggested.add(word))
  for (const [word, bits] of marks)
    if (!suggested.has(word)) marks.set(word, bits | Mark.unsuggested)
}

function getCaseMark(form: string, lowerCased: string): number {
  if (form === lowerCased) return Mark.lowerCase
  return form.slice(1) === lowerCased.slice(1) ? Mark.capitalised : Mark.mixedCase
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
