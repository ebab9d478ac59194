const separator = '|'

/** A value as the address of a list has it: the separator itself can't be part of one. */
export const facetValue = (value: string): string => value.replaceAll(separator, '¦').trim()
export const joinValues = (values: readonly string[]): string | undefined =>
  values.join(separator) || undefined
export const splitValues = (text: string | undefined): string[] =>
  text?.split(separator).filter(Boolean) ?? []
