const separator = '|'

/** Replaces the separator, which values in a URL can't contain. */
export const escapeFacetValue = (value: string): string => value.replaceAll(separator, '¦').trim()
export const joinFacetValues = (values: readonly string[]): string | undefined =>
  values.join(separator) || undefined
export const splitFacetValues = (text: string | undefined): string[] =>
  text?.split(separator).filter(Boolean) ?? []
