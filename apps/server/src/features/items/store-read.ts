import { type ItemType, itemFields, type LabelLanguage, toTextLanguage } from '@vitrine/contract'
import { yieldToEventLoop } from '../../base/event-loop.ts'
import { splitIntoYieldingBatches } from '../../db/batches.ts'
import { prepareQuery } from '../../db/prepared.ts'
import { listColumnNames } from '../../db/records.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { readTagRows, readTextRows } from '../../items/reader.ts'

/** Rows of items, joined with their recordings. */
const selectItems = (db: Db) =>
  db
    .selectFrom('item')
    .leftJoin('media as recording', 'recording.id', 'item.recording_id')
    .select([
      'item.id',
      'item.type',
      ...listColumnNames(itemFields).map((name) => `item.${name}` as const),
      'item.public',
      'item.archived_at',
      'item.archived_by',
      'item.version',
      'item.checked_on',
      'item.place_id',
      'recording.name as recording_name',
      'recording.file_name as recording_file_name',
    ])

type ItemRow = Awaited<ReturnType<ReturnType<typeof selectItems>['execute']>>[number]

/** Pictures with their files, sorted by item and position. */
const selectPictures = (db: Db) =>
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

export type PictureRow = Awaited<ReturnType<ReturnType<typeof selectPictures>['execute']>>[number]

/** An item with its attributes, translations and pictures. */
export interface ItemWithContent {
  readonly item: ItemRow
  readonly tags: readonly Pick<Tables['item_tag'], 'tag_key' | 'value'>[]
  readonly texts: readonly Omit<Tables['item_text'], 'item_id'>[]
  readonly pictures: readonly PictureRow[]
}

const selectItem = prepareQuery((db, id: number) => selectItems(db).where('item.id', '=', id))

const selectTags = prepareQuery((db, id: number) =>
  db.selectFrom('item_tag').select(['tag_key', 'value']).where('item_id', '=', id),
)

const selectTexts = prepareQuery((db, id: number) =>
  db
    .selectFrom('item_text')
    .select(['lang', 'field', 'text', 'state', 'source'])
    .where('item_id', '=', id),
)

const selectItemPictures = prepareQuery((db, id: number) =>
  selectPictures(db).where('item_id', '=', id),
)

/** Items per query: few enough that no query takes long. */
const pageSize = 500

export const itemReadStore = (db: Db) => ({
  async find(id: number): Promise<ItemWithContent | undefined> {
    const [item] = await selectItem(db, id)
    if (!item) return undefined
    return {
      item,
      pictures: await selectItemPictures(db, id),
      tags: await selectTags(db, id),
      texts: await selectTexts(db, id),
    }
  },

  exists: async (id: number) =>
    (await db.selectFrom('item').select('id').where('id', '=', id).executeTakeFirst()) !==
    undefined,

  listPictures: (id: number) => selectItemPictures(db, id),

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

  /** Lists the checked names of items in a language, except those whose original is in it. */
  findTranslatedNames: (ids: readonly number[], lang: LabelLanguage) =>
    db
      .selectFrom('item_text')
      .innerJoin('item', 'item.id', 'item_text.item_id')
      .select(['item.id', 'item_text.text'])
      .where('item.id', 'in', ids)
      .where('item.language', '!=', lang)
      .where('item_text.lang', '=', toTextLanguage(lang))
      .where('item_text.field', '=', 'name')
      .where('item_text.state', '=', 'checked')
      .execute(),

  /** Reads public items in pages. */
  async *streamPublic(type: ItemType): AsyncGenerator<ItemWithContent> {
    for (let lastId = 0; ; await yieldToEventLoop()) {
      const items = await selectItems(db)
        .where('item.type', '=', type)
        .where('item.public', '=', 1)
        .where('item.archived_at', 'is', null)
        .where('item.id', '>', lastId)
        .orderBy('item.id')
        .limit(pageSize)
        .execute()
      yield* await withContent(db, items)
      if (items.length < pageSize) return
      lastId = items.at(-1)?.id ?? lastId
    }
  },

  /** Skips ids of other types and of archived items. */
  async *streamByIds(type: ItemType, ids: readonly number[]): AsyncGenerator<ItemWithContent> {
    for await (const chunk of splitIntoYieldingBatches(ids, pageSize)) {
      const items = await selectItems(db)
        .where('item.type', '=', type)
        .where('item.archived_at', 'is', null)
        .where('item.id', 'in', chunk)
        .execute()
      yield* await withContent(db, items)
    }
  },
})

async function withContent(db: Db, items: readonly ItemRow[]): Promise<ItemWithContent[]> {
  if (items.length === 0) return []
  const ids = items.map(({ id }) => id)
  const tagsByItem = await readTagRows(db, ids)
  const textsByItem = await readTextRows(db, ids)
  const pictureRows = await selectPictures(db).where('item_id', 'in', ids).execute()
  const picturesByItem = Map.groupBy(pictureRows, ({ item_id }) => item_id)
  return items.map((item) => ({
    item,
    tags: tagsByItem.get(item.id) ?? [],
    texts: textsByItem.get(item.id) ?? [],
    pictures: picturesByItem.get(item.id) ?? [],
  }))
}
