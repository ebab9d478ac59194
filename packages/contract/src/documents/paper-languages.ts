import type { LabelLanguage } from '../languages.ts'
import { languageNamed } from '../languages.ts'

/** The languages of a paper: none for the original text with English labels, one, or two side by side. */
export type PaperLanguages = readonly [] | readonly [LabelLanguage] | readonly [LabelLanguage, LabelLanguage]

/** 'fr' or 'fr,de', as an address or an order names them. What is none of our languages is ignored. */
export function paperLanguages(asked: string | undefined): PaperLanguages {
  const named = (asked ?? '').slice(0, 40).split(',').map(languageNamed)
  const [first, second] = new Set(named.filter((lang) => lang !== null))
  if (!first) return []
  return second ? [first, second] : [first]
}
