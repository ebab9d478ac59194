import { readFileSync } from 'node:fs'
import type { LabelLanguage, MuseumTopic } from '@vitrine/contract'
import type { QuestionWordKind } from './concepts.ts'

/** Names of the word lists in a language's file; the README explains each. */
type ListName =
  | 'beside'
  | 'commonNouns'
  | 'conjunctions'
  | 'fill'
  | 'item'
  | 'light'
  | 'naming'
  | 'now'
  | 'numbers'
  | 'other'
  | 'painting'
  | 'people'
  | 'places'
  | 'starters'
  | 'thing'
  | 'times'
  | 'which'

/** Content of a language's JSON file. Commas separate entries, bars alternatives. */
export interface LexiconSource extends Readonly<Record<ListName | 'endings' | 'wartime', string>> {
  readonly phrases: Readonly<Record<string, string>>
  readonly asking: Readonly<Partial<Record<QuestionWordKind, string>>>
  /**
   * Ways to ask about the museum, to greet and thank; `beside` has words that may accompany them.
   */
  readonly museum: Readonly<
    Record<'greeting' | 'thanks' | 'contact' | 'beside' | MuseumTopic, string>
  >
  readonly names: Readonly<Record<string, string>>
  readonly asks: Readonly<Record<string, string>>
  readonly with: Readonly<Record<string, string>>
  readonly same: readonly string[]
  /** Number words by number. */
  readonly numerals: Readonly<Record<string, string>>
  /** Number words that have another meaning in another language. */
  readonly ambiguousNumerals: string
  /** Pattern of number words whose value is not computed. */
  readonly unreadNumerals: string
}

export const readLexiconSource = (language: LabelLanguage): LexiconSource =>
  JSON.parse(readFileSync(new URL(`lexicon/${language}.json`, import.meta.url), 'utf8'))

export const splitList = (text = ''): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
