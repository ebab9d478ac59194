import type { ItemDetail, ItemPicture, ItemTexts } from '@vitrine/contract'
import { archivedOf, originalLanguage, wordsOfPicture } from '../../db/items.ts'
import type { FoundItem, FoundPicture } from './store.ts'

/** Enough of a content's name to tell it from every other, short enough for a list of many. */
export const shortName = (name: string): string => name.slice(0, 16)

export const toPicture = (row: FoundPicture): ItemPicture => ({
  name: shortName(row.name),
  fileName: row.file_name,
  width: row.width ?? 0,
  height: row.height ?? 0,
  ...wordsOfPicture(row),
})

/** The first picture as addresses need it. */
export const faceOf = ([first]: readonly Pick<ItemPicture, 'name' | 'width' | 'height'>[]): ItemDetail['picture'] =>
  first ? { name: first.name, width: first.width, height: first.height } : null

export const toDetail = (
  item: FoundItem,
  tags: readonly { tag_key: string; value: string }[],
  texts: ItemTexts,
  pictures: readonly ItemPicture[],
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
  picture: faceOf(pictures),
  pictures: [...pictures],
  recording:
    item.recording_name === null
      ? null
      : { name: shortName(item.recording_name), fileName: item.recording_file_name ?? '' },
})
