import { randomUUID } from 'node:crypto'
import type { JournalText } from '@vitrine/contract'
import type { Db } from '../../db/tables.ts'

/** Two spellings of one name are one tag. */
const nameKey = (name: string): string => name.normalize('NFC').toLowerCase()

/** Who writes, by the name that stays with the entry. */
export interface Author {
  readonly userId: number
  readonly firstName: string
  readonly lastName: string
}

const fullName = ({ firstName, lastName }: Author): string => `${firstName} ${lastName}`.trim()

export const journalStore = (db: Db) => ({
  async author(userId: number): Promise<Author> {
    const user = await db
      .selectFrom('user_account')
      .select(['first_name', 'last_name'])
      .where('id', '=', userId)
      .executeTakeFirst()
    return { userId, firstName: user?.first_name ?? '', lastName: user?.last_name ?? '' }
  },

  async revision(): Promise<string> {
    return (await db.selectFrom('revision').select('value').where('name', '=', 'journal').executeTakeFirstOrThrow())
      .value
  },

  /** Tells every prepared list that it is outdated. First in a transaction, it also makes changes wait for each other. */
  raiseRevision: () => db.updateTable('revision').set({ value: randomUUID() }).where('name', '=', 'journal').execute(),

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
    db.selectFrom('journal_entry').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst(),

  findDeleted: (id: number, since: string) =>
    db.selectFrom('journal_entry').selectAll().where('id', '=', id).where('deleted_at', '>=', since).executeTakeFirst(),

  add: (author: Author, text: JournalText, at: string) =>
    db
      .insertInto('journal_entry')
      .values({
        comment: text.comment,
        date: text.date,
        created_at: at,
        user_id: author.userId,
        first_name: author.firstName,
        last_name: author.lastName,
        version: 1,
        changed_at: at,
        changed_by: fullName(author),
        deleted_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),

  change: (id: number, author: Author, text: JournalText, at: string) =>
    db
      .updateTable('journal_entry')
      .set(({ eb }) => ({
        comment: text.comment,
        date: text.date,
        version: eb('version', '+', 1),
        changed_at: at,
        changed_by: fullName(author),
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),

  setDeleted: (id: number, at: string | null) =>
    db.updateTable('journal_entry').set({ deleted_at: at }).where('id', '=', id).execute(),

  removeDeleted: (before: string) => db.deleteFrom('journal_entry').where('deleted_at', '<', before).execute(),

  async setTags(entryId: number, tagIds: readonly number[]): Promise<void> {
    await db.deleteFrom('journal_entry_tag').where('entry_id', '=', entryId).execute()
    if (tagIds.length === 0) return
    await db
      .insertInto('journal_entry_tag')
      .values(tagIds.map((tag_id) => ({ entry_id: entryId, tag_id })))
      .execute()
  },

  tagsOf: (entryId: number) =>
    db.selectFrom('journal_entry_tag').select(['entry_id', 'tag_id']).where('entry_id', '=', entryId).execute(),

  tagsOfAll: () => db.selectFrom('journal_entry_tag').select(['entry_id', 'tag_id']).execute(),

  tags: () => db.selectFrom('journal_tag').selectAll().execute(),

  addTag: (name: string) =>
    db
      .insertInto('journal_tag')
      .values({ name, name_key: nameKey(name) })
      .returningAll()
      .executeTakeFirstOrThrow(),

  async removeTag(id: number): Promise<boolean> {
    const { numDeletedRows } = await db.deleteFrom('journal_tag').where('id', '=', id).executeTakeFirst()
    return numDeletedRows === 1n
  },
})

export type JournalStore = ReturnType<typeof journalStore>
export type EntryRow = Awaited<ReturnType<JournalStore['all']>>[number]
export type TagRow = Awaited<ReturnType<JournalStore['tags']>>[number]
export type EntryTagRow = Awaited<ReturnType<JournalStore['tagsOfAll']>>[number]
