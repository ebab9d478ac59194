import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export const spellingLanguages = ['de', 'fr', 'en'] as const
export type SpellingLanguage = (typeof spellingLanguages)[number]

const require = createRequire(import.meta.url)

const dictionaries = {
  de: ['dictionary-de'],
  fr: ['dictionary-fr'],
  en: ['dictionary-en', 'dictionary-en-gb'],
} as const

const frequencyPackages = {
  de: '@zxcvbn-ts/language-de',
  fr: '@zxcvbn-ts/language-fr',
  en: '@zxcvbn-ts/language-en',
} as const

/** The packages behind a language with their versions: what is made of them is outdated when this changes. */
export const sourceVersions = (language: SpellingLanguage): string =>
  [...dictionaries[language], frequencyPackages[language]]
    .map((name) => `${name}@${JSON.parse(readFileSync(packageFile(name), 'utf8')).version}`)
    .join(' ')

export const dictionarySources = (language: SpellingLanguage): { affixes: string; words: string }[] =>
  dictionaries[language].map((name) => {
    const folder = packageFile(name).replace(/package\.json$/, '')
    const read = (file: string) => house(language, readFileSync(folder + file, 'utf8'))
    return { affixes: read('index.aff'), words: read('index.dic') }
  })

export interface WordLists {
  /** Most frequent first. */
  readonly spoken: readonly string[]
  readonly written: readonly string[]
  readonly names: readonly string[]
}

export function wordLists(language: SpellingLanguage): WordLists {
  const { dictionary } = require(frequencyPackages[language]) as { dictionary: Record<string, string[]> }
  // The newer packages write 'wikipedia-fr', the older ones 'wikipedia'.
  const list = (name: string) =>
    (dictionary[`${name}-${language}`] ?? dictionary[name] ?? []).map((word) => house(language, word))
  return {
    spoken: list('commonWords'),
    written: list('wikipedia'),
    names: [...list('firstnames'), ...list('lastnames')],
  }
}

/** In Switzerland there is no ß. */
const house = (language: SpellingLanguage, text: string): string =>
  language === 'de' ? text.replaceAll('ß', 'ss') : text

// A package need not export its package.json; its main file is always there to start from.
function packageFile(name: string): string {
  const main = require.resolve(name)
  return `${main.slice(0, main.lastIndexOf(`${name}/`) + name.length)}/package.json`
}
