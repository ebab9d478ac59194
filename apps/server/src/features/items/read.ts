import {
  compareKeys,
  type ItemDetail,
  type ItemPicture,
  type ItemType,
  itemFields,
  type LabelLanguage,
  sortKey,
} from '@vitrine/contract'
import { fail, notFound } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import { fromColumns } from '../../db/records.ts'
import { originalLanguage } from '../../items/item.ts'
import { archivedOf, textsOf, wordsOfPicture } from '../../items/rows.ts'
import { type ListRow, listStore } from './lists/store-lists.ts'
import { type FoundPicture, readStore, type WholeItem } from './store-read.ts'

export const noSuchItem = () => notFound('There is no such item.')

/** Items as staff and visitors read them. */
export const itemReads = ({ db }: Pick<Context, 'db'>) => {
  const store = readStore(db)

  async function find(id: number): Promise<ItemDetail | undefined> {
    const found = await store.find(id)
    return found && toDetail(found)
  }

  return {
    find,

    details: async (id: number): Promise<ItemDetail> => (await find(id)) ?? fail(noSuchItem()),

    /** Fails when there is no such item. */
    async expect(id: number): Promise<void> {
      if (!(await store.exists(id))) throw noSuchItem()
    },

    countPublic: store.countPublic,

    /** What visitors see of a type, by identifier. */
    public: async (type: ItemType): Promise<ItemDetail[]> =>
      sortedByIdentifier(await Array.fromAsync(store.public(type), toDetail)),

    /** What a list shows of the items that visitors see, by identifier. */
    async publicEntries(type: ItemType): Promise<ListRow[]> {
      const rows: ListRow[] = []
      for await (const page of listStore(db).publicPages(type)) rows.push(...page)
      return sortedByIdentifier(rows)
    },

    /** By id, the names of these few that readers of a language read instead of the original. */
    async namesIn(ids: readonly number[], lang: LabelLanguage): Promise<Map<number, string>> {
      const names = ids.length === 0 ? [] : await store.namesIn(ids, lang)
      return new Map(names.map(({ id, text }) => [id, text]))
    },

    /** The existing items among these ids, in no order. */
    byIds: (type: ItemType, ids: readonly number[]): Promise<ItemDetail[]> =>
      Array.fromAsync(store.byIds(type, ids), toDetail),
  }
}

export type ItemReads = ReturnType<typeof itemReads>

/** Sorts by identifier. */
export const sortedByIdentifier = <T extends { readonly id: number; readonly identifier: string }>(
  rows: readonly T[],
): T[] =>
  rows
    .map((row) => ({ row, key: sortKey(row.identifier) }))
    .sort((a, b) => compareKeys(a.key, b.key) || a.row.id - b.row.id)
    .map(({ row }) => row)

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
export const coverPicture = ([first]: readonly Pick<
  ItemPicture,
  'name' | 'width' | 'height'
>[]): ItemDetail['picture'] =>
  first ? { name: first.name, width: first.width, height: first.height } : null

const toDetail = ({ item, tags, texts, pictures }: WholeItem): ItemDetail => ({
  id: item.id,
  ...fromColumns(itemFields, item),
  type_name: item.type,
  language: originalLanguage(item),
  languageChosen: item.language !== '',
  tags: Object.fromEntries(tags.map((tag) => [tag.tag_key, tag.value])),
  texts: textsOf(texts),
  version: item.version,
  public: item.public === 1,
  checked: item.checked_on,
  archived: archivedOf(item),
  picture: coverPicture(pictures.map(toPicture)),
  pictures: pictures.map(toPicture),
  placeId: item.place_id,
  recording:
    item.recording_name === null
      ? null
      : { name: shortName(item.recording_name), fileName: item.recording_file_name ?? '' },
})
