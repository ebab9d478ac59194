import { type ItemComment, sortByText } from '@vitrine/contract'

/** Joins the lines of a text, so that it fits into the filter field. */
export const toSingleLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Lists quick filters: texts that occur more than once, and the authors' first names. */
export function listQuickFilters(comments: readonly ItemComment[]): string[] {
  const commentsByText = Map.groupBy(comments, ({ comment }) => toSingleLine(comment))
  const repeatedTexts = [...commentsByText]
    .filter(([, sameComments]) => sameComments.length > 1)
    .map(([text]) => text)

  const authors = listDistinct(comments.map(({ first_name }) => first_name))
  return listDistinct([...sortTexts(repeatedTexts), ...sortTexts(authors)])
}

export const listIdentifiers = (comments: readonly ItemComment[]): string[] =>
  sortTexts(listDistinct(comments.map(({ identifier }) => identifier)))

/** Lists each text once, without empty ones. */
const listDistinct = (texts: readonly string[]): string[] => [
  ...new Set(texts.map((text) => text.trim()).filter(Boolean)),
]

const sortTexts = (texts: readonly string[]) => sortByText(texts, (text) => text)
