import { type ItemType, itemFields } from '@vitrine/contract'
import { yieldIfDue } from '../base/event-loop.ts'
import { fromColumns, listColumnNames } from '../db/records.ts'
import type { Db, Tables } from '../db/tables.ts'
import type { Item } from './item.ts'
import {
  type ItemRow,
  type PictureRow,
  type TextRow,
  toArchived,
  toPictureMetadata,
  toTexts,
} from './rows.ts'

const fieldColumns = listColumnNames(itemFields).map((name) => `item.${name}` as const)

/**
 * Selects items for queries and joins: `.innerJoin(selectItems(db).as('item'), 'item.id',
 * 'item_comment.item_id')`.
 */
export const selectItems = (db: Db) =>
  db
    .selectFrom('item')
    .select(fieldColumns)
    .select([
      'item.id',
      'item.type',
      'item.identifier_key',
      'item.public',
      'item.archived_at',
      'item.place_id',
      'item.picture_id',
      'item.checked_on',
      'item.version',
      'item.text_version',
      'item.updated_at',
    ])

export const selectItemsInUse = (db: Db) => selectItems(db).where('item.archived_at', 'is', null)

export const selectPublicItems = (db: Db) => selectItemsInUse(db).where('item.public', '=', 1)

const itemsPerPage = 500

/** Reads all items of a type in pages, by id, each with its row. */
export async function* readItemPages(
  db: Db,
  type: ItemType,
): AsyncGenerator<{ row: ItemRow; item: Item }[]> {
  for (let lastId = 0; ; ) {
    const rows = await db
      .selectFrom('item')
      .selectAll()
      .where('type', '=', type)
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(itemsPerPage)
      .execute()
    const items = await readItems(db, rows)
    const page: { row: ItemRow; item: Item }[] = []
    for (const [index, row] of rows.entries()) {
      const item = items[index]
      if (item) page.push({ row, item })
    }
    if (page.length > 0) yield page
    if (rows.length < itemsPerPage) return
    lastId = rows.at(-1)?.id ?? lastId
  }
}

const labelledItemsPerPage = 1_000

/** Reads what labels show of the items in use, in pages, by id, each with its first picture. */
export async function* readLabelledItemPages(db: Db) {
  for (let lastId = 0; ; await yieldIfDue()) {
    const rows = await selectLabelledItems(db, lastId)
    if (rows.length > 0) yield rows
    if (rows.length < labelledItemsPerPage) return
    lastId = rows.at(-1)?.id ?? lastId
  }
}

const selectLabelledItems = (db: Db, afterId: number) =>
  db
    .selectFrom(selectItemsInUse(db).as('item'))
    .leftJoin('media', 'media.id', 'item.picture_id')
    .select([
      'item.id',
      'item.type',
      'item.identifier',
      'item.name',
      'item.place_id',
      'item.public',
      'media.name as picture',
    ])
    .where('item.id', '>', afterId)
    .orderBy('item.id')
    .limit(labelledItemsPerPage)
    .execute()

export const findItems = async (db: Db, ids: readonly number[]): Promise<Item[]> =>
  readItems(db, await db.selectFrom('item').selectAll().where('id', 'in', ids).execute())

/** Reads the items of rows, in the order of the rows. */
export async function readItems(db: Db, rows: readonly ItemRow[]): Promise<Item[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const tagsByItem = await readTagRows(db, ids)
  const textsByItem = await readTextRows(db, ids)
  const picturesByItem = await readPictureRows(db, ids)
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    version: row.version,
    textVersion: row.text_version,
    createdAt: row.created_at,
    archived: toArchived(row),
    state: {
      ...fromColumns(itemFields, row),
      texts: toTexts(textsByItem.get(row.id) ?? []),
      public: row.public === 1,
      archived: row.archived_at !== null,
      pictures: (picturesByItem.get(row.id) ?? []).map((picture) => ({
        mediaId: picture.media_id,
        ...toPictureMetadata(picture),
      })),
      recordingId: row.recording_id,
      placeId: row.place_id,
      tags: Object.fromEntries(
        (tagsByItem.get(row.id) ?? []).map((tag) => [tag.tag_key, tag.value]),
      ),
    },
  }))
}

/** Reads the attributes of items, by item, in the order in which changes are shown. */
export async function readTagRows(
  db: Db,
  itemIds: readonly number[],
): Promise<Map<number, Tables['item_tag'][]>> {
  const tags = db.selectFrom('item_tag').selectAll().where('item_id', 'in', itemIds)
  return Map.groupBy(
    await tags.orderBy('item_id').orderBy('tag_key').execute(),
    ({ item_id }) => item_id,
  )
}

/** Reads the translations of items, by item. */
export async function readTextRows(
  db: Db,
  itemIds: readonly number[],
): Promise<Map<number, TextRow[]>> {
  const texts = db.selectFrom('item_text').selectAll().where('item_id', 'in', itemIds)
  const rows = await texts.orderBy('item_id').orderBy('lang').orderBy('field').execute()
  return Map.groupBy(rows, ({ item_id }) => item_id)
}

/** Reads the pictures of items, by item, in display order. */
async function readPictureRows(
  db: Db,
  itemIds: readonly number[],
): Promise<Map<number, PictureRow[]>> {
  const pictures = db.selectFrom('item_picture').selectAll().where('item_id', 'in', itemIds)
  return Map.groupBy(
    await pictures.orderBy('item_id').orderBy('position').execute(),
    ({ item_id }) => item_id,
  )
}
