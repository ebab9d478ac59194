import { type ItemType, itemFields, type LabelLanguage, readableLanguage } from '@vitrine/contract'
import { yieldToEventLoop } from '../../base/event-loop.ts'
import { yieldingChunks } from '../../db/chunks.ts'
import { preparedQuery } from '../../db/prepared.ts'
import { columnNames } from '../../db/records.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { readTagRows, readTextRows } from '../../items/reader.ts'

/** Items with what is shown of their pictures and recordings. */
const foundItems = (db: Db) =>
  db
    .selectFrom('item')
    .leftJoin('media as recording', 'recording.id', 'item.recording_id')
    .select([
      'item.id',
      'item.type',
      ...columnNames(itemFields).map((name) => `item.${name}` as const),
      'item.public',
      'item.archived_at',
      'item.archived_by',
      'item.version',
      'item.checked_on',
      'item.place_id',
      'recording.name as recording_name',
      'recording.file_name as recording_file_name',
    ])

type FoundItem = Awaited<ReturnType<ReturnType<typeof foundItems>['execute']>>[number]

/** Pictures of items with what is known of their files, each item's in their order. */
const foundPictures = (db: Db) =>
  db
    .selectFrom('item_picture')
    .innerJoin('media', 'media.id', 'item_picture.media_id')
    .select([
      'item_id',
      'media.name',
      'media.file_name',
      'media.width',
      'media.height',
      'item_picture.kind',
      'credit',
      'licence',
      'public',
      'alt_fr',
      'alt_de',
      'alt_en',
    ])
    .orderBy('item_id')
    .orderBy('position')

export type PictureRow = Awaited<ReturnType<ReturnType<typeof foundPictures>['execute']>>[number]

/** An item with everything that is shown of it. */
export interface ItemWithContent {
  readonly item: FoundItem
  readonly tags: readonly Pick<Tables['item_tag'], 'tag_key' | 'value'>[]
  readonly texts: readonly Omit<Tables['item_text'], 'item_id'>[]
  readonly pictures: readonly PictureRow[]
}

const itemWithId = preparedQuery((db, id: number) => foundItems(db).where('item.id', '=', id))

const tagsOfItem = preparedQuery((db, id: number) =>
  db.selectFrom('item_tag').select(['tag_key', 'value']).where('item_id', '=', id),
)

const textsOfItem = preparedQuery((db, id: number) =>
  db
    .selectFrom('item_text')
    .select(['lang', 'field', 'text', 'state', 'source'])
    .where('item_id', '=', id),
)

const picturesOfItem = preparedQuery((db, id: number) =>
  foundPictures(db).where('item_id', '=', id),
)

/** Items per query: few queries for a big collection, and none that takes long. */
const pageSize = 500

export const itemReadStore = (db: Db) => ({
  async find(id: number): Promise<ItemWithContent | undefined> {
    const [item] = await itemWithId(db, id)
    if (!item) return undefined
    return {
      item,
      pictures: await picturesOfItem(db, id),
      tags: await tagsOfItem(db, id),
      texts: await textsOfItem(db, id),
    }
  },

  exists: async (id: number) =>
    (await db.selectFrom('item').select('id').where('id', '=', id).executeTakeFirst()) !==
    undefined,

  picturesOf: (id: number) => picturesOfItem(db, id),

  async countPublic(type: ItemType): Promise<number> {
    const { count } = await db
      .selectFrom('item')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('type', '=', type)
      .where('public', '=', 1)
      .where('archived_at', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  /** The names of a few items that were translated for readers of a language and checked. */
  namesIn: (ids: readonly number[], lang: LabelLanguage) =>
    db
      .selectFrom('item_text')
      .innerJoin('item', 'item.id', 'item_text.item_id')
      .select(['item.id', 'item_text.text'])
      .where('item.id', 'in', ids)
      .where('item.language', '!=', lang)
      .where('item_text.lang', '=', readableLanguage(lang))
      .where('item_text.field', '=', 'name')
      .where('item_text.state', '=', 'checked')
      .execute(),

  /** Those that visitors see, in pages by id. */
  async *public(type: ItemType): AsyncGenerator<ItemWithContent> {
    for (let last = 0; ; await yieldToEventLoop()) {
      const items = await foundItems(db)
        .where('item.type', '=', type)
        .where('item.public', '=', 1)
        .where('item.archived_at', 'is', null)
        .where('item.id', '>', last)
        .orderBy('item.id')
        .limit(pageSize)
        .execute()
      yield* await withContent(db, items)
      if (items.length < pageSize) return
      last = items.at(-1)?.id ?? last
    }
  },

  /** The items among these ids that exist and are not archived. */
  async *byIds(type: ItemType, ids: readonly number[]): AsyncGenerator<ItemWithContent> {
    for await (const some of yieldingChunks(ids, pageSize)) {
      const items = await foundItems(db)
        .where('item.type', '=', type)
        .where('item.archived_at', 'is', null)
        .where('item.id', 'in', some)
        .execute()
      yield* await withContent(db, items)
    }
  },
})

async function withContent(db: Db, items: readonly FoundItem[]): Promise<ItemWithContent[]> {
  if (items.length === 0) return []
  const ids = items.map(({ id }) => id)
  const [tags, texts] = [await readTagRows(db, ids), await readTextRows(db, ids)]
  const found = await foundPictures(db).where('item_id', 'in', ids).execute()
  const pictures = Map.groupBy(found, ({ item_id }) => item_id)
  return items.map((item) => ({
    item,
    tags: tags.get(item.id) ?? [],
    texts: texts.get(item.id) ?? [],
    pictures: pictures.get(item.id) ?? [],
  }))
}
