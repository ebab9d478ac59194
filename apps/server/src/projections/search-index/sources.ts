import { commentFields, eventFields, journalFields, type SearchSubject } from '@vitrine/contract'
import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import { columnsIn } from '../../db/records.ts'
import type { Db } from '../../db/tables.ts'
import { findItems } from '../../items/reader.ts'
import type { Entry } from './entries.ts'
import { entryOf, searchableItem, searchableRecord, searchableUser } from './searchable.ts'

const entry = (id: number, searchable: Parameters<typeof entryOf>[0]): Entry => ({
  id,
  words: entryOf(searchable),
})

const comments = (db: Db) =>
  db
    .selectFrom('item_comment')
    .select(['id', 'comment', 'first_name', 'last_name'])
    .where('deleted_at', 'is', null)

const oneComment = prepared((db, id: number) => comments(db).where('id', '=', id))

/** What the index should say of things, read from their own tables; of deleted things, nothing. */
const sources: Record<SearchSubject, (db: Db, ids: readonly number[]) => Promise<Entry[]>> = {
  async item(db, ids) {
    const items = await findItems(db, ids)
    return items.map(({ id, state }) => entry(id, searchableItem(state)))
  },

  async comment(db, ids) {
    const [id, ...others] = ids
    const rows =
      id !== undefined && others.length === 0
        ? await oneComment(db, id)
        : await comments(db).where('id', 'in', ids).execute()
    return rows.map((row) => entry(row.id, searchableRecord(commentFields, row, row)))
  },

  async journal(db, ids) {
    const rows = await db
      .selectFrom('journal_entry')
      .select(['id', 'first_name', 'last_name', ...columnsIn(journalFields)])
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .execute()
    const tags = await db
      .selectFrom('journal_entry_tag')
      .innerJoin('journal_tag', 'journal_tag.id', 'tag_id')
      .select(['entry_id', 'name'])
      .where('entry_id', 'in', ids)
      .orderBy('tag_id')
      .execute()
    const tagsOf = Map.groupBy(tags, ({ entry_id }) => entry_id)
    return rows.map((row) => {
      const names = (tagsOf.get(row.id) ?? []).map(({ name }) => name)
      return entry(row.id, searchableRecord(journalFields, { ...row, tags: names }, row))
    })
  },

  async event(db, ids) {
    const rows = await db
      .selectFrom('event')
      .select(['id', ...columnsIn(eventFields)])
      .where('id', 'in', ids)
      .execute()
    return rows.map((row) => entry(row.id, searchableRecord(eventFields, row)))
  },

  async user(db, ids) {
    const rows = await db
      .selectFrom('user_account')
      .select(['id', 'first_name', 'last_name', 'email', 'phone'])
      .where('id', 'in', ids)
      .execute()
    return rows.map((row) => entry(row.id, searchableUser(row)))
  },
}

const tables: Record<SearchSubject, string> = {
  item: 'item',
  comment: 'item_comment',
  journal: 'journal_entry',
  event: 'event',
  user: 'user_account',
}

/** What the index should say of these things; empty for what is gone. */
export async function expectedEntries(
  db: Db,
  subject: SearchSubject,
  ids: readonly number[],
): Promise<Entry[]> {
  const found = new Map((await sources[subject](db, ids)).map(({ id, words }) => [id, words]))
  return ids.map((id) => ({ id, words: found.get(id) ?? '' }))
}

/** The ids of a page of things, with those that only the index knows. */
export async function idsAfter(
  db: Db,
  subject: SearchSubject,
  after: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(tables[subject])} where id > ${after}
    union
    select subject_id from search_entry where subject = ${subject} and subject_id > ${after}
    order by 1 limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}
