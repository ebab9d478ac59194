import type { ItemDetail, ItemTexts } from '@vitrine/contract'
import { archivedOf, originalLanguage } from './state.ts'
import type { FoundItem } from './store.ts'

/** Enough of a content's name to tell it from every other, short enough for a list of many. */
export const shortName = (name: string): string => name.slice(0, 16)

export const toDetail = (
  item: FoundItem,
  tags: readonly { tag_key: string; value: string }[],
  texts: ItemTexts,
): ItemDetail => ({
  id: item.id,
  identifier: item.identifier,
  name: item.name,
  description: item.description,
  type_name: item.type,
  language: originalLanguage(item),
  languageChosen: item.language !== '',
  tags: Object.fromEntries(tags.map((tag) => [tag.tag_key, tag.value])),
  texts,
  note: item.note,
  version: item.version,
  public: item.public === 1,
  checked: item.checked_on,
  archived: archivedOf(item),
  picture:
    item.picture_name === null
      ? null
      : { name: shortName(item.picture_name), width: item.picture_width ?? 0, height: item.picture_height ?? 0 },
  recording:
    item.recording_name === null
      ? null
      : { name: shortName(item.recording_name), fileName: item.recording_file_name ?? '' },
})
