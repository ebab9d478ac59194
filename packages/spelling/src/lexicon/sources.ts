import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { SpellingLanguage } from './lexicon.ts'

const require = createRequire(import.meta.url)

/** Main files of the packages, which locate their other files (packages need not export those). */
const dictionaries: Record<SpellingLanguage, readonly string[]> = {
  de: [require.resolve('dictionary-de')],
  fr: [require.resolve('dictionary-fr')],
  en: [require.resolve('dictionary-en'), require.resolve('dictionary-en-gb')],
}

const frequencies: Record<SpellingLanguage, string> = {
  de: require.resolve('@zxcvbn-ts/language-de'),
  fr: require.resolve('@zxcvbn-ts/language-fr'),
  en: require.resolve('@zxcvbn-ts/language-en'),
}

export interface DictionarySource {
  readonly affixes: string
  readonly words: string
}

export const readDictionaries = (language: SpellingLanguage): DictionarySource[] =>
  dictionaries[language].map((main) => {
    const read = (file: string) =>
      toSwissSpelling(language, readFileSync(join(dirname(main), file), 'utf8'))
    return { affixes: read('index.aff'), words: read('index.dic') }
  })

/** Terms of museums and garages, and Swiss places, that the dictionaries lack. */
export const readTradeWords = (language: SpellingLanguage): string[] => readOwnWords(language)

/** Makes, coachbuilders, artists, composers and places, in every language. */
export const readProperNames = (): string[] => readOwnWords('names')

const readOwnWords = (file: SpellingLanguage | 'names'): string[] =>
  readFileSync(new URL(`../../words/${file}.txt`, import.meta.url), 'utf8')
    .trim()
    .split(/\s+/)

export interface WordLists {
  /** Most frequent first. */
  readonly spoken: readonly string[]
  readonly written: readonly string[]
  readonly names: readonly string[]
}

export function readWordLists(language: SpellingLanguage): WordLists {
  const { dictionary } = require(frequencies[language]) as { dictionary: Record<string, string[]> }
  // Newer packages name a list 'wikipedia-fr', older ones 'wikipedia'.
  const list = (name: string) =>
    (dictionary[`${name}-${language}`] ?? dictionary[name] ?? []).map((word) =>
      toSwissSpelling(language, word),
    )
  return {
    spoken: list('commonWords'),
    written: list('wikipedia'),
    names: [...list('firstnames'), ...list('lastnames')],
  }
}

/** Swiss German has no ß. */
const toSwissSpelling = (language: SpellingLanguage, text: string): string =>
  language === 'de' ? text.replaceAll('ß', 'ss') : text
