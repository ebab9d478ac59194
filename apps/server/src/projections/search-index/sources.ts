import { commentFields, eventFields, journalFields, type SearchSubject } from '@vitrine/contract'
import { sql } from 'kysely'
import { preparedQuery } from '../../db/prepared.ts'
import { columnNames } from '../../db/records.ts'
import type { Db } from '../../db/tables.ts'
import { findItems } from '../../items/reader.ts'
import type { SearchEntry } from './entries.ts'
import {
  formatSearchEntry,
  toSearchableItem,
  toSearchableRecord,
  toSearchableUser,
} from './searchable.ts'

const entry = (id: number, searchable: Parameters<typeof formatSearchEntry>[0]): SearchEntry => ({
  id,
  words: formatSearchEntry(searchable),
})

const comments = (db: Db) =>
  db
    .selectFrom('item_comment')
    .select(['id', 'comment', 'first_name', 'last_name'])
    .where('deleted_at', 'is', null)

const oneComment = preparedQuery((db, id: number) => comments(db).where('id', '=', id))

/** What the index should say of things, read from their own tables; of deleted things, nothing. */
const sources: Record<SearchSubject, (db: Db, ids: readonly number[]) => Promise<SearchEntry[]>> = {
  async item(db, ids) {
    const items = await findItems(db, ids)
    return items.map(({ id, state }) => entry(id, toSearchableItem(state)))
  },

  async comment(db, ids) {
    const [id, ...others] = ids
    const rows =
      id !== undefined && others.length === 0
        ? await oneComment(db, id)
        : await comments(db).where('id', 'in', ids).execute()
    return rows.map((row) => entry(row.id, toSearchableRecord(commentFields, row, row)))
  },

  async journal(db, ids) {
    const rows = await db
      .selectFrom('journal_entry')
      .select(['id', 'first_name', 'last_name', ...columnNames(journalFields)])
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
      return entry(row.id, toSearchableRecord(journalFields, { ...row, tags: names }, row))
    })
  },

  async event(db, ids) {
    const rows = await db
      .selectFrom('event')
      .select(['id', ...columnNames(eventFields)])
      .where('id', 'in', ids)
      .execute()
    return rows.map((row) => entry(row.id, toSearchableRecord(eventFields, row)))
  },

  async user(db, ids) {
    const rows = await db
      .selectFrom('user_account')
      .select(['id', 'first_name', 'last_name', 'email', 'phone'])
      .where('id', 'in', ids)
      .execute()
    return rows.map((row) => entry(row.id, toSearchableUser(row)))
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
export async function buildExpectedEntries(
  db: Db,
  subject: SearchSubject,
  ids: readonly number[],
): Promise<SearchEntry[]> {
  const found = new Map((await sources[subject](db, ids)).map(({ id, words }) => [id, words]))
  return ids.map((id) => ({ id, words: found.get(id) ?? '' }))
}

/** The ids of a page of things, with those that only the index knows. */
export async function listIdsAfter(
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
