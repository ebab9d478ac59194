import { eventFields, journalFields, type SearchSubject } from '@vitrine/contract'
import { sql } from 'kysely'
import { prepareQuery } from '../../db/prepared.ts'
import { listColumnNames } from '../../db/records.ts'
import type { Db } from '../../db/tables.ts'
import {
  type ItemRecordSubject,
  itemRecords,
  perItemRecord,
  selectItemRecords,
} from '../../items/item-records.ts'
import { findItems } from '../../items/reader.ts'
import type { SearchEntry } from './entries.ts'
import {
  formatSearchEntry,
  toSearchableItem,
  toSearchableRecord,
  toSearchableUser,
} from './searchable.ts'

const toEntry = (id: number, searchable: Parameters<typeof formatSearchEntry>[0]): SearchEntry => ({
  id,
  words: formatSearchEntry(searchable),
})

type Source = (db: Db, ids: readonly number[]) => Promise<SearchEntry[]>

function itemRecordSource(subject: ItemRecordSubject): Source {
  const readOne = prepareQuery((db, id: number) =>
    selectItemRecords(db, subject).where('record.id', '=', id),
  )
  return async (db, ids) => {
    const [id] = ids
    const rows =
      id !== undefined && ids.length === 1
        ? await readOne(db, id)
        : await selectItemRecords(db, subject).where('record.id', 'in', ids).execute()
    const { fields } = itemRecords[subject]
    return rows.map((row) => toEntry(row.id, toSearchableRecord(fields, row, row)))
  }
}

/** Builds the index entries of records from their tables; deleted records have none. */
const sourcesBySubject: Record<SearchSubject, Source> = {
  async item(db, ids) {
    const items = await findItems(db, ids)
    return items.map(({ id, state }) => toEntry(id, toSearchableItem(state)))
  },

  ...perItemRecord(itemRecordSource),

  async journal(db, ids) {
    const rows = await db
      .selectFrom('journal_entry')
      .select(['id', 'first_name', 'last_name', ...listColumnNames(journalFields)])
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
    const tagsByEntry = Map.groupBy(tags, ({ entry_id }) => entry_id)
    return rows.map((row) => {
      const tagNames = (tagsByEntry.get(row.id) ?? []).map(({ name }) => name)
      return toEntry(row.id, toSearchableRecord(journalFields, { ...row, tags: tagNames }, row))
    })
  },

  async event(db, ids) {
    const rows = await db
      .selectFrom('event')
      .select(['id', ...listColumnNames(eventFields)])
      .where('id', 'in', ids)
      .execute()
    return rows.map((row) => toEntry(row.id, toSearchableRecord(eventFields, row)))
  },

  async user(db, ids) {
    const rows = await db
      .selectFrom('user_account')
      .select(['id', 'first_name', 'last_name', 'email', 'phone'])
      .where('id', 'in', ids)
      .execute()
    return rows.map((row) => toEntry(row.id, toSearchableUser(row)))
  },
}

const tablesBySubject: Record<SearchSubject, string> = {
  item: 'item',
  ...perItemRecord((subject) => itemRecords[subject].table),
  journal: 'journal_entry',
  event: 'event',
  user: 'user_account',
}

/** Builds the expected entries of records; empty for those that are gone. */
export async function buildExpectedEntries(
  db: Db,
  subject: SearchSubject,
  ids: readonly number[],
): Promise<SearchEntry[]> {
  const wordsById = new Map(
    (await sourcesBySubject[subject](db, ids)).map(({ id, words }) => [id, words]),
  )
  return ids.map((id) => ({ id, words: wordsById.get(id) ?? '' }))
}

/** The ids of a page of records, including those that only the index has. */
export async function listIdsAfter(
  db: Db,
  subject: SearchSubject,
  after: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(tablesBySubject[subject])} where id > ${after}
    union
    select subject_id from search_entry where subject = ${subject} and subject_id > ${after}
    order by 1 limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}
