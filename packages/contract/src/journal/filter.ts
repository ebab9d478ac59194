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

/** What `matchesJournal` searches: made once per entry, so that a long list stays quick while somebody types. */
export const journalText = (entry: Filterable): string =>
  [entry.first_name, entry.last_name, entry.comment, ...entry.tags.flatMap((tag) => [tagPreset(tag), tag.name])]
    .join(between)
    .toLowerCase()

export const filterWords = (filter: string): string[] => filter.toLowerCase().split(/\s+/).filter(Boolean)

/** Every word must stand in the author, the comment or the tags. */
export const matchesJournal = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.includes(word))

/** The entries that a filter lets through, in their order. */
export function filterJournal<E extends Filterable>(entries: readonly E[], filter: string): E[] {
  const words = filterWords(filter)
  return entries.filter((entry) => matchesJournal(journalText(entry), words))
}
