import { randomUUID } from 'node:crypto'
import { itemTypes } from '@vitrine/contract'
import { chunks, yieldingChunks } from '../../db/chunks.ts'
import { locked } from '../../db/dialect.ts'
import type { Db, Tables } from '../../db/tables.ts'

export type MentionRow = Tables['entry_mention']

export const mentionStore = (db: Db) => ({
  all: () => db.selectFrom('entry_mention').selectAll().orderBy('item_id').execute(),

  /** Every change of the journal begins with this row: until the transaction ends, nobody else writes an entry. */
  lockEntries: () => locked(db, db.selectFrom('revision').select('name').where('name', '=', 'journal')).execute(),

  of: (entryId: number) =>
    db.selectFrom('entry_mention').selectAll().where('entry_id', '=', entryId).orderBy('item_id').execute(),

  ofMany: (entryIds: readonly number[]) =>
    db.selectFrom('entry_mention').selectAll().where('entry_id', 'in', entryIds).execute(),

  async replace(entryId: number, rows: readonly MentionRow[]): Promise<void> {
    await db.deleteFrom('entry_mention').where('entry_id', '=', entryId).execute()
    for (const some of chunks(rows)) await db.insertInto('entry_mention').values(some).execute()
  },

  /** More mentions in entries that stay as they are otherwise: prepared lists of them are outdated. */
  async add(rows: readonly MentionRow[]): Promise<void> {
    for (const some of chunks(rows)) await db.insertInto('entry_mention').values(some).execute()
    await db.updateTable('revision').set({ value: randomUUID() }).where('name', '=', 'journal').execute()
  },

  /** The items that have one of these identifiers, given folded. */
  async itemsByIdentifier(keys: readonly string[]): Promise<{ id: number; identifier_key: string }[]> {
    const found = []
    for await (const some of yieldingChunks(keys)) {
      const query = db.selectFrom('item').select(['id', 'identifier_key']).where('type', 'in', itemTypes)
      found.push(...(await query.where('identifier_key', 'in', some).execute()))
    }
    return found
  },

  /** The newest entries that mention an item, each with one of the words that do. */
  mentioning: (itemId: number, count: number) =>
    db
      .selectFrom('entry_mention')
      .innerJoin('journal_entry', 'journal_entry.id', 'entry_mention.entry_id')
      .select(['id', 'date', 'first_name', 'last_name', 'comment'])
      .select(({ fn }) => fn.min('word').as('word'))
      .where('item_id', '=', itemId)
      .where('deleted_at', 'is', null)
      .groupBy(['id', 'date', 'first_name', 'last_name', 'comment'])
      .orderBy('date', 'desc')
      .orderBy('id', 'desc')
      .limit(count)
      .execute(),

  async countMentioning(itemId: number): Promise<number> {
    const { count } = await db
      .selectFrom('entry_mention')
      .innerJoin('journal_entry', 'journal_entry.id', 'entry_mention.entry_id')
      .select(({ fn }) => fn.count<number>('entry_id').distinct().as('count'))
      .where('item_id', '=', itemId)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    return count
  },

  /** The entries after this one, deleted ones included; with texts, those that contain one of them. */
  entriesAfter: (id: number, count: number, texts: readonly string[] = []) =>
    db
      .selectFrom('journal_entry')
      .select(['id', 'comment', 'changed_at'])
      .where('id', '>', id)
      .$if(texts.length > 0, (query) =>
        query.where(({ eb, or }) => or(texts.map((text) => eb('comment', 'like', `%${text}%`)))),
      )
      .orderBy('id')
      .limit(count)
      .execute(),

  items: () => db.selectFrom('item').select(['id', 'identifier_key', 'updated_at']).orderBy('id').execute(),
})
