import { containsAll, filterWords, fold } from '@vitrine/text'

/** The part of an entry that a filter looks at. */
export interface Filterable {
  readonly comment: string
  readonly first_name: string
  readonly last_name: string
  readonly tags: readonly { readonly name: string }[]
}

/** How a tag is written in a filter. A tag's name may hold spaces, a word of a filter can't. */
export const tagPreset = (tag: { readonly name: string }): string => `#${tag.name.replaceAll(/\s+/g, '_')}`

// Never part of a text, so that no word matches across two fields.
const between = '\0'

/** What a filter looks at, folded: made once per entry, so that a long list stays quick while somebody types. */
export const journalText = (entry: Filterable): string =>
  fold(
    [entry.first_name, entry.last_name, entry.comment, ...entry.tags.flatMap((tag) => [tagPreset(tag), tag.name])].join(
      between,
    ),
  )

/** The entries that a filter lets through, in their order: every word must occur in the author, the comment or the tags. */
export function filterJournal<E extends Filterable>(entries: readonly E[], filter: string): E[] {
  const words = filterWords(filter)
  return entries.filter((entry) => containsAll(journalText(entry), words))
}
