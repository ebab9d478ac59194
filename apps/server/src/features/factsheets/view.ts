import type { ItemDetail, PublicItem, TagDefinition } from '@vitrine/contract'

export function toPublicItem(item: ItemDetail, definitions: readonly TagDefinition[]): PublicItem {
  const { id, name, description, type_name, picture, recording } = item
  const tags = definitions.flatMap(({ tag_key }) => {
    const value = item.tags[tag_key]
    return value ? [[tag_key, value] as const] : []
  })
  return {
    id,
    name,
    description,
    type_name,
    tags: Object.fromEntries(tags),
    picture,
    recording: recording && { name: recording.name },
  }
}
