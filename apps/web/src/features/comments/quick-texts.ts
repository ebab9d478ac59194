import { type ItemComment, sortedByText } from '@vitrine/contract'

const distinct = (texts: readonly string[]) => [
  ...new Set(texts.map((text) => text.trim()).filter(Boolean)),
]
const inOrder = (texts: readonly string[]) => sortedByText(texts, (text) => text)

/** A text of several lines as it fits into the filter field. */
export const toSingleLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/**
 * Worth a filter of their own: texts that were written more than once, and the authors' first
 * names.
 */
export function quickTexts(comments: readonly ItemComment[]): string[] {
  const counts = Map.groupBy(comments, ({ comment }) => toSingleLine(comment))
  const repeated = [...counts]
    .filter(([text, same]) => text !== '' && same.length > 1)
    .map(([text]) => text)
  const authors = distinct(comments.map(({ first_name }) => first_name))
  return distinct([...inOrder(repeated), ...inOrder(authors)])
}

export const identifiersIn = (comments: readonly ItemComment[]): string[] =>
  inOrder(distinct(comments.map(({ identifier }) => identifier)))
