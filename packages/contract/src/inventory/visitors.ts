/** What the house keeps for itself: where a thing stands, in which state, and what concerns other people. */
const internalKeys: ReadonlySet<string> = new Set([
  'acquired',
  'condition',
  'location',
  'previous_owners',
  'provenance',
])

export const isForVisitors = ({ tag_key }: { readonly tag_key: string }): boolean => !internalKeys.has(tag_key)

/** The attributes on an artwork's page, in order. */
export const artKeys = ['artist', 'title', 'year', 'dimensions', 'technique', 'collection'] as const
export const musicKeys = ['composer', 'music', 'music_detail', 'music_interpreters', 'reference'] as const
