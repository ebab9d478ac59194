import type { ItemComment } from '@vitrine/contract'

const collator = new Intl.Collator('fr-CH', { sensitivity: 'base', numeric: true })
const distinct = (texts: readonly string[]) => [...new Set(texts.map((text) => text.trim()).filter(Boolean))]

/** A text of several lines as it can stand in the field of the filter. */
export const toSingleLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Worth a filter of their own: texts that were written more than once, and the authors' first names. */
export function quickTexts(comments: readonly ItemComment[]): string[] {
  const counts = Map.groupBy(comments, ({ comment }) => toSingleLine(comment))
  const repeated = [...counts].filter(([text, same]) => text !== '' && same.length > 1).map(([text]) => text)
  const authors = distinct(comments.map(({ first_name }) => first_name)).sort(collator.compare)
  return distinct([...repeated.sort(collator.compare), ...authors])
}

export const identifiersIn = (comments: readonly ItemComment[]): string[] =>
  distinct(comments.map(({ identifier }) => identifier)).sort(collator.compare)
