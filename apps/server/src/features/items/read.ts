import {
  compareKeys,
  type ItemDetail,
  type ItemPicture,
  type ItemType,
  itemFields,
  type LabelLanguage,
  toSortKey,
} from '@vitrine/contract'
import { notFound } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import { fromColumns } from '../../db/records.ts'
import { resolveOriginalLanguage } from '../../items/item.ts'
import { toArchived, toPictureMetadata, toTexts } from '../../items/rows.ts'
import { itemListStore, type ListRow } from './lists/store-lists.ts'
import { type ItemWithContent, itemReadStore, type PictureRow } from './store-read.ts'

export const itemNotFound = () => notFound('There is no such item.')

/** Reads items with everything that staff and visitors see of them. */
export const itemReader = ({ db }: Pick<Context, 'db'>) => {
  const store = itemReadStore(db)

  async function find(id: number): Promise<ItemDetail | undefined> {
    const item = await store.find(id)
    return item && toDetail(item)
  }

  return {
    find,

    async get(id: number): Promise<ItemDetail> {
      const item = await find(id)
      if (!item) throw itemNotFound()
      return item
    },

    async requireExisting(id: number): Promise<void> {
      if (!(await store.exists(id))) throw itemNotFound()
    },

    countPublic: store.countPublic,

    /** Lists the public items of a type, sorted by identifier. */
    listPublic: async (type: ItemType): Promise<ItemDetail[]> =>
      sortByIdentifier(await Array.fromAsync(store.streamPublic(type), toDetail)),

    /** Lists the public items of a type without their texts, sorted by identifier. */
    async listPublicEntries(type: ItemType): Promise<ListRow[]> {
      const rows: ListRow[] = []
      for await (const page of itemListStore(db).readPublicPages(type)) rows.push(...page)
      return sortByIdentifier(rows)
    },

    /** Finds checked translations of names into this language, by item id. */
    async findTranslatedNames(
      ids: readonly number[],
      lang: LabelLanguage,
    ): Promise<Map<number, string>> {
      const names = ids.length === 0 ? [] : await store.findTranslatedNames(ids, lang)
      return new Map(names.map(({ id, text }) => [id, text]))
    },

    /**
     * Lists items in no particular order; skips ids that are unknown, of other types or of archived
     * items.
     */
    listByIds: (type: ItemType, ids: readonly number[]): Promise<ItemDetail[]> =>
      Array.fromAsync(store.streamByIds(type, ids), toDetail),
  }
}

export type ItemReader = ReturnType<typeof itemReader>

export const sortByIdentifier = <T extends { readonly id: number; readonly identifier: string }>(
  rows: readonly T[],
): T[] =>
  rows
    .map((row) => ({ row, key: toSortKey(row.identifier) }))
    .sort((a, b) => compareKeys(a.key, b.key) || a.row.id - b.row.id)
    .map(({ row }) => row)

const shortNameLength = 16

/** Shortens a content hash: still unique, and short enough for lists of many items. */
export const shortMediaName = (name: string): string => name.slice(0, shortNameLength)

export const toItemPicture = (row: PictureRow): ItemPicture => ({
  name: shortMediaName(row.name),
  fileName: row.file_name,
  width: row.width ?? 0,
  height: row.height ?? 0,
  ...toPictureMetadata(row),
})

/** Converts the first picture for lists and pages: its name for the address, and its size. */
export function toCoverPicture(
  pictures: readonly Pick<ItemPicture, 'name' | 'width' | 'height'>[],
): ItemDetail['picture'] {
  const [first] = pictures
  return first ? { name: first.name, width: first.width, height: first.height } : null
}

const toDetail = ({ item, tags, texts, pictures }: ItemWithContent): ItemDetail => ({
  id: item.id,
  ...fromColumns(itemFields, item),
  type_name: item.type,
  language: resolveOriginalLanguage(item),
  languageChosen: item.language !== '',
  tags: Object.fromEntries(tags.map((tag) => [tag.tag_key, tag.value])),
  texts: toTexts(texts),
  version: item.version,
  public: item.public === 1,
  checked: item.checked_on,
  archived: toArchived(item),
  picture: toCoverPicture(pictures.map(toItemPicture)),
  pictures: pictures.map(toItemPicture),
  placeId: item.place_id,
  recording:
    item.recording_name === null
      ? null
      : { name: shortMediaName(item.recording_name), fileName: item.recording_file_name ?? '' },
})
