import { type Condition, firstItemId, type ItemType, identifierKey, toDay } from '@vitrine/contract'
import { type Insertable, sql } from 'kysely'
import { splitIntoBatches, splitIntoYieldingBatches } from '../db/batches.ts'
import { greatestOf, withRowLocks } from '../db/dialect.ts'
import type { Db, Tables } from '../db/tables.ts'
import type { Item } from './item.ts'
import { readItems } from './reader.ts'
import { toItemColumns } from './rows.ts'

/** Rows are locked in the order of their ids: the same order everywhere rules out deadlocks. */
const compareIds = (a: number, b: number) => a - b

/**
 * Columns that a save leaves unchanged: `text_states` and `checked_on` have writers of their own.
 */
const unchangedColumns: readonly (keyof Tables['item'])[] = [
  'id',
  'type',
  'created_at',
  'text_states',
  'checked_on',
]

const toRow = (
  { id, type, version, textVersion, createdAt, archived, state }: Item,
  updatedAt: string,
): Insertable<Tables['item']> => ({
  id,
  type,
  ...toItemColumns(state),
  archived_at: archived?.at ?? null,
  archived_by: archived?.by ?? null,
  version,
  text_version: textVersion,
  text_states: '',
  created_at: createdAt,
  updated_at: updatedAt,
  checked_on: toDay(new Date(updatedAt)),
})

export const itemStore = (db: Db) => ({
  /** The keys of attributes for which items of a type have values. */
  async listUsedTagKeys(type: ItemType): Promise<string[]> {
    const rows = await db
      .selectFrom('item_tag')
      .innerJoin('item', 'item.id', 'item_tag.item_id')
      .select('tag_key')
      .distinct()
      .where('item.type', '=', type)
      .orderBy('tag_key')
      .execute()
    return rows.map(({ tag_key }) => tag_key)
  },

  /** The ids of the items among these that have comments. */
  async listIdsWithComments(itemIds: readonly number[]): Promise<number[]> {
    const rows = await db
      .selectFrom('item_comment')
      .select('item_id')
      .distinct()
      .where('item_id', 'in', itemIds)
      .where('deleted_at', 'is', null)
      .execute()
    return rows.map(({ item_id }) => item_id)
  },

  async find(id: number): Promise<Item | undefined> {
    const [item] = await readItems(
      db,
      await db.selectFrom('item').selectAll().where('id', '=', id).execute(),
    )
    return item
  },

  /** Reads an item and locks it until the transaction ends. */
  async lock(id: number): Promise<Item | undefined> {
    const [item] = await readItems(
      db,
      await withRowLocks(db, db.selectFrom('item').selectAll().where('id', '=', id)).execute(),
    )
    return item
  },

  /** Reads the items that still exist and locks them until the transaction ends. */
  async lockMany(ids: readonly number[]): Promise<Map<number, Item>> {
    const items = new Map<number, Item>()
    for await (const batch of splitIntoYieldingBatches(ids.toSorted(compareIds))) {
      const rows = await withRowLocks(
        db,
        db.selectFrom('item').selectAll().where('id', 'in', batch).orderBy('id'),
      ).execute()
      for (const item of await readItems(db, rows)) items.set(item.id, item)
    }
    return items
  },

  /** The existing items of a type among these ids. */
  async findOfType(type: ItemType, ids: readonly number[]): Promise<Map<number, Item>> {
    const rows = await db
      .selectFrom('item')
      .selectAll()
      .where('type', '=', type)
      .where('id', 'in', ids)
      .execute()
    return new Map((await readItems(db, rows)).map((item) => [item.id, item]))
  },

  /** Reads the versions of the items that still exist and locks them until the transaction ends. */
  async lockVersions(
    ids: readonly number[],
  ): Promise<Map<number, Pick<Item, 'version' | 'textVersion'>>> {
    const versions = new Map<number, Pick<Item, 'version' | 'textVersion'>>()
    for await (const batch of splitIntoYieldingBatches(ids.toSorted(compareIds))) {
      const query = db
        .selectFrom('item')
        .select(['id', 'version', 'text_version as textVersion'])
        .where('id', 'in', batch)
        .orderBy('id')
      for (const { id, ...versionsOfItem } of await withRowLocks(db, query).execute())
        versions.set(id, versionsOfItem)
    }
    return versions
  },

  /** The items with these identifiers, by folded identifier. */
  async findByIdentifiers(
    type: ItemType,
    identifiers: readonly string[],
  ): Promise<Map<string, Item>> {
    const items = new Map<string, Item>()
    for await (const batch of splitIntoYieldingBatches(identifiers.map(identifierKey))) {
      const rows = await db
        .selectFrom('item')
        .selectAll()
        .where('type', '=', type)
        .where('identifier_key', 'in', batch)
        .execute()
      for (const item of await readItems(db, rows))
        items.set(identifierKey(item.state.identifier), item)
    }
    return items
  },

  /**
   * Reserves consecutive ids; returns the first. In a database repaired by hand the counter may lag
   * behind: ids that an item or its history already uses are skipped, as `upsert` would overwrite
   * them.
   */
  async reserveIds(type: ItemType, count: number): Promise<number> {
    const lastItemId = db.selectFrom('item').select('id').orderBy('id', 'desc').limit(1)
    const lastIdInHistory = db
      .selectFrom('change')
      .select('subject_id')
      .where('subject', '=', 'item')
      .orderBy('subject_id', 'desc')
      .limit(1)
    const firstId = greatestOf(db, [
      sql<number>`next`,
      sql<number>`${firstItemId(type)}`,
      sql<number>`coalesce(${lastItemId}, 0) + 1`,
      sql<number>`coalesce(${lastIdInHistory}, 0) + 1`,
    ])
    const { next } = await db
      .updateTable('counter')
      .set({ next: sql<number>`${firstId} + ${count}` })
      .where('name', '=', 'item')
      .returning('next')
      .executeTakeFirstOrThrow()
    return next - count
  },

  /** Upserts items without their attributes, translations and pictures. */
  async upsert(items: readonly Item[], updatedAt: string): Promise<void> {
    const rows = items.map((item) => toRow(item, updatedAt))
    const columns = Object.keys(rows[0] ?? {}) as (keyof Tables['item'])[]
    const updatedColumns = columns.filter((column) => !unchangedColumns.includes(column))
    await db
      .insertInto('item')
      .values(rows)
      .onConflict((on) =>
        on
          .column('id')
          .doUpdateSet(({ ref }) =>
            Object.fromEntries(updatedColumns.map((column) => [column, ref(`excluded.${column}`)])),
          ),
      )
      .execute()
  },

  /** The day on which each item was last checked. */
  async readCheckedDays(ids: readonly number[]): Promise<Map<number, string>> {
    const days = new Map<number, string>()
    for (const batch of splitIntoBatches(ids)) {
      const rows = await db
        .selectFrom('item')
        .select(['id', 'checked_on'])
        .where('id', 'in', batch)
        .execute()
      for (const { id, checked_on } of rows) days.set(id, checked_on)
    }
    return days
  },

  /** The latest condition of each item that was checked. */
  async readConditions(ids: readonly number[]): Promise<Map<number, Condition>> {
    const rows = await db
      .selectFrom('item')
      .select(['id', 'condition_state'])
      .where('id', 'in', ids)
      .execute()
    const conditions = new Map<number, Condition>()
    for (const { id, condition_state } of rows)
      if (condition_state !== '') conditions.set(id, condition_state)
    return conditions
  },

  setChecked: (ids: readonly number[], day: string) =>
    db.updateTable('item').set({ checked_on: day }).where('id', 'in', ids).execute(),

  async upsertTags(tags: readonly Tables['item_tag'][]): Promise<void> {
    for (const batch of splitIntoBatches(tags)) {
      await db
        .insertInto('item_tag')
        .values(batch)
        .onConflict((on) =>
          on
            .columns(['item_id', 'tag_key'])
            .doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })),
        )
        .execute()
    }
  },

  async upsertTexts(texts: readonly Tables['item_text'][]): Promise<void> {
    for (const batch of splitIntoBatches(texts)) {
      await db
        .insertInto('item_text')
        .values(batch)
        .onConflict((on) =>
          on.columns(['item_id', 'lang', 'field']).doUpdateSet(({ ref }) => ({
            text: ref('excluded.text'),
            state: ref('excluded.state'),
            source: ref('excluded.source'),
          })),
        )
        .execute()
    }
  },

  /** Replaces the pictures of items. */
  async replacePictures(
    itemIds: readonly number[],
    pictures: readonly Tables['item_picture'][],
  ): Promise<void> {
    if (itemIds.length > 0)
      await db.deleteFrom('item_picture').where('item_id', 'in', itemIds).execute()
    for (const batch of splitIntoBatches(pictures))
      await db.insertInto('item_picture').values(batch).execute()
  },

  setFirstPicture: (id: number, mediaId: number | null) =>
    db.updateTable('item').set({ picture_id: mediaId }).where('id', '=', id).execute(),

  async removeTexts(
    texts: readonly Pick<Tables['item_text'], 'item_id' | 'lang' | 'field'>[],
  ): Promise<void> {
    const textsByField = Map.groupBy(texts, ({ lang, field }) => `${lang} ${field}`)
    for (const textsOfField of textsByField.values()) {
      const [first] = textsOfField
      if (!first) continue
      const ids = textsOfField.map(({ item_id }) => item_id)
      await db
        .deleteFrom('item_text')
        .where('item_id', 'in', ids)
        .where('lang', '=', first.lang)
        .where('field', '=', first.field)
        .execute()
    }
  },

  removeTag: (key: string, itemIds: readonly number[]) =>
    db.deleteFrom('item_tag').where('tag_key', '=', key).where('item_id', 'in', itemIds).execute(),

  remove: (ids: readonly number[]) => db.deleteFrom('item').where('id', 'in', ids).execute(),

  /** Reads pictures and recordings, by the id that items and their history refer to. */
  async readMedia(ids: readonly number[]) {
    const query = db.selectFrom('media').select(['id', 'name', 'file_name'])
    const rows = ids.length > 0 ? await query.where('id', 'in', ids).execute() : []
    return new Map(rows.map((row) => [row.id, row]))
  },
})

/** Sets the derived states of items' texts (`text_states`). */
export const setTextStates = (tx: Db, ids: readonly number[], states: string) =>
  tx.updateTable('item').set({ text_states: states }).where('id', 'in', ids).execute()
