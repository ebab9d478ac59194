import { type AttributeRow, attributeRows } from './attributes.ts'
import type { ItemType } from './types.ts'

/** What the house keeps for itself: where a thing stands, in which state, and what concerns other people. */
const internalKeys: ReadonlySet<string> = new Set([
  'acquired',
  'condition',
  'location',
  'previous_owners',
  'provenance',
])

export const isForVisitors = ({ tag_key }: { readonly tag_key: string }): boolean => !internalKeys.has(tag_key)

interface PublicRows {
  readonly rows: readonly AttributeRow[]
  /** What is told of the music that belongs to it. */
  readonly musicRows: readonly AttributeRow[]
}

/** The attributes on a type's pages and papers, in order; of other types all that visitors see, in the order of their definitions. */
const chosen: { readonly [type in ItemType]?: { readonly [group in keyof PublicRows]: readonly string[] } } = {
  art: {
    rows: ['artist', 'title', 'year', 'dimensions', 'technique', 'collection'],
    musicRows: ['composer', 'music', 'music_detail', 'music_interpreters', 'reference'],
  },
}

/** The filled attributes of an item as its page and its paper show them. */
export function publicRows(
  type: ItemType,
  definitions: readonly { readonly tag_key: string }[],
  tags: Readonly<Record<string, string>>,
): PublicRows {
  const rowsOf = (keys: readonly string[]) =>
    attributeRows(
      keys.map((tag_key) => ({ tag_key })),
      tags,
    )
  const { rows = definitions.map(({ tag_key }) => tag_key), musicRows = [] } = chosen[type] ?? {}
  return { rows: rowsOf(rows), musicRows: rowsOf(musicRows) }
}
