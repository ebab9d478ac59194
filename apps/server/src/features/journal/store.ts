import { type JournalInput, journalFields } from '@vitrine/contract'
import { toColumns } from '../../db/records.ts'
import type { Db } from '../../db/tables.ts'
import { type Actor, type Author, getAuthorName } from '../../http/access.ts'

/** Folds a tag's name, so that spellings differing in case are one tag. */
const toNameKey = (name: string): string => name.normalize('NFC').toLowerCase()

export const journalStore = (db: Db) => ({
  all: () => db.selectFrom('journal_entry').selectAll().where('deleted_at', 'is', null).execute(),

  between: (start: string, end: string) =>
    db
      .selectFrom('journal_entry')
      .selectAll()
      .where('deleted_at', 'is', null)
      .where('date', '>=', start)
      .where('date', '<=', end)
      .execute(),

  find: (id: number) =>
    db
      .selectFrom('journal_entry')
      .selectAll()
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),

  findDeleted: (id: number, since: string) =>
    db
      .selectFrom('journal_entry')
      .selectAll()
      .where('id', '=', id)
      .where('deleted_at', '>=', since)
      .executeTakeFirst(),

  add: (actor: Actor, text: JournalInput, at: string) =>
    db
      .insertInto('journal_entry')
      .values({
        ...toColumns(journalFields, text),
        created_at: at,
        user_id: actor.userId,
        first_name: actor.firstName,
        last_name: actor.lastName,
        version: 1,
        changed_at: at,
        changed_by: getAuthorName(actor),
        deleted_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),

  change: (id: number, actor: Author, text: JournalInput, at: string) =>
    db
      .updateTable('journal_entry')
      .set(({ eb }) => ({
        ...toColumns(journalFields, text),
        version: eb('version', '+', 1),
        changed_at: at,
        changed_by: getAuthorName(actor),
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),

  setDeleted: (id: number, at: string | null) =>
    db.updateTable('journal_entry').set({ deleted_at: at }).where('id', '=', id).execute(),

  listDeleted: (since: string, limit: number) =>
    db
      .selectFrom('journal_entry')
      .selectAll()
      .where('deleted_at', '>=', since)
      .orderBy('deleted_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),

  async purgeDeleted(before: string): Promise<number> {
    const { numDeletedRows } = await db
      .deleteFrom('journal_entry')
      .where('deleted_at', '<', before)
      .executeTakeFirst()
    return Number(numDeletedRows)
  },

  /** Deletes the history of entries that no longer exist, unless it has recent changes. */
  purgeHistory: (before: string) =>
    db
      .deleteFrom('change')
      .where('subject', '=', 'journal')
      .where('subject_id', 'not in', (subquery) =>
        subquery.selectFrom('journal_entry').select('journal_entry.id'),
      )
      .where('subject_id', 'not in', (subquery) =>
        subquery
          .selectFrom('change as recent')
          .select('recent.subject_id')
          .where('recent.subject', '=', 'journal')
          .where('recent.at', '>=', before),
      )
      .execute(),

  async setTags(entryId: number, tagIds: readonly number[]): Promise<void> {
    await db.deleteFrom('journal_entry_tag').where('entry_id', '=', entryId).execute()
    if (tagIds.length === 0) return
    await db
      .insertInto('journal_entry_tag')
      .values(tagIds.map((tag_id) => ({ entry_id: entryId, tag_id })))
      .execute()
  },

  entryTags: (entryId: number) =>
    db
      .selectFrom('journal_entry_tag')
      .select(['entry_id', 'tag_id'])
      .where('entry_id', '=', entryId)
      .execute(),

  allEntryTags: () => db.selectFrom('journal_entry_tag').select(['entry_id', 'tag_id']).execute(),

  /** Ids of the entries with a tag. */
  async entryIdsWithTag(tagId: number): Promise<number[]> {
    const rows = await db
      .selectFrom('journal_entry_tag')
      .select('entry_id')
      .where('tag_id', '=', tagId)
      .execute()
    return rows.map(({ entry_id }) => entry_id)
  },

  tags: () => db.selectFrom('journal_tag').selectAll().execute(),

  addTag: (name: string) =>
    db
      .insertInto('journal_tag')
      .values({ name, name_key: toNameKey(name) })
      .returningAll()
      .executeTakeFirstOrThrow(),

  async removeTag(id: number): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('journal_tag')
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows === 1n
  },
})

export type JournalStore = ReturnType<typeof journalStore>
export type EntryRow = Awaited<ReturnType<JournalStore['all']>>[number]
export type TagRow = Awaited<ReturnType<JournalStore['tags']>>[number]
export type EntryTagRow = Awaited<ReturnType<JournalStore['allEntryTags']>>[number]
