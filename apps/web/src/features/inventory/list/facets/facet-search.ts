import { type TextLanguage, textLanguages } from '@vitrine/contract'

export interface FacetSearch {
  /** Rules of gaps, separated by '|': items that have all of them. */
  readonly gap?: string
  readonly withdrawn?: '1'
  /** A calendar day: items changed on it or later. */
  readonly changed?: string
  /** Values of an attribute, separated by '|'; of years a range such as '1950-1960', open where one is missing. */
  readonly [facet: `facet.${string}`]: string
  /** How the texts stand in a language: states separated by '|', such as 'outdated|draft'. */
  readonly [text: `text.${string}`]: string
}

export type FacetName = `facet.${string}`

const separator = '|'
// The separator itself can't be part of a value in an address.
export const facetValue = (value: string): string => value.replaceAll(separator, '¦').trim()
export const joinValues = (values: readonly string[]): string | undefined => values.join(separator) || undefined
export const splitValues = (text: string | undefined): string[] => text?.split(separator).filter(Boolean) ?? []

const facetName = /^facet\.[a-z][a-z0-9_]{0,59}$/
const rules = /^[a-z_|]{1,199}$/
const day = /^\d{4}-\d{2}-\d{2}$/

export const isFacetName = (name: string): name is FacetName => facetName.test(name)
export const textFacet = (lang: TextLanguage) => `text.${lang}` as const
/** The language of such a facet; undefined for others. */
export const languageOfFacet = (name: string) => textLanguages.find((lang) => name === textFacet(lang))
export const nameOf = (key: string): FacetName => `facet.${key}`
export const keyOfFacet = (name: FacetName): string => name.slice('facet.'.length)

export function readFacets(search: Record<string, unknown>): FacetSearch {
  const { gap, withdrawn, changed } = search
  const values = Object.entries(search).filter(
    (entry): entry is [FacetName, string] =>
      (isFacetName(entry[0]) || languageOfFacet(entry[0]) !== undefined) &&
      typeof entry[1] === 'string' &&
      splitValues(entry[1]).length > 0,
  )
  return {
    ...Object.fromEntries(values),
    ...(typeof gap === 'string' && rules.test(gap) && { gap }),
    ...(withdrawn === '1' && { withdrawn }),
    ...(typeof changed === 'string' && day.test(changed) && { changed }),
  }
}

export const withoutFacets = (search: FacetSearch): Record<string, undefined> =>
  Object.fromEntries(Object.keys(readFacets({ ...search })).map((name) => [name, undefined]))

/** '1950-1960' → [1950, 1960]; a missing end is open. */
export function readRange(text: string | undefined): readonly [number, number] | null {
  const [, from = '', to = ''] = /^(\d{0,4})-(\d{0,4})$/.exec(text ?? '') ?? []
  if (from === '' && to === '') return null
  return [Number(from || Number.NEGATIVE_INFINITY), Number(to || Number.POSITIVE_INFINITY)]
}
