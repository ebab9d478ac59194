const separator = '|'

/** A value as the address of a list has it: the separator itself can't be part of one. */
export const escapeFacetValue = (value: string): string => value.replaceAll(separator, '¦').trim()
export const joinFacetValues = (values: readonly string[]): string | undefined =>
  values.join(separator) || undefined
export const splitFacetValues = (text: string | undefined): string[] =>
  text?.split(separator).filter(Boolean) ?? []
