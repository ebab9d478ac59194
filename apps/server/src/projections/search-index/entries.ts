import type { SearchSubject } from '@vitrine/contract'
import { sql } from 'kysely'
import { chunks } from '../../db/chunks.ts'
import { currentWriteStamp, firstUnseenStamp, maxIssuedStamp } from '../../db/dialect.ts'
import { preparedQuery } from '../../db/prepared.ts'
import type { Db } from '../../db/tables.ts'

export interface SearchEntry {
  readonly id: number
  /** As `entryOf` makes them; empty for what is gone. */
  readonly words: string
}

export interface SubjectSearchEntry extends SearchEntry {
  readonly subject: SearchSubject
}

const table = 'search_entry'

const upsert = (db: Db, subject: SearchSubject, entries: readonly SearchEntry[]) =>
  db
    .insertInto(table)
    .values(
      entries.map(({ id, words }) => ({
        subject,
        subject_id: id,
        words,
        stamp: currentWriteStamp(db, table),
      })),
    )
    .onConflict((on) =>
      on
        .columns(['subject', 'subject_id'])
        .doUpdateSet(({ ref }) => ({ words: ref('excluded.words'), stamp: ref('excluded.stamp') }))
        .whereRef('search_entry.words', '!=', 'excluded.words'),
    )

const upsertOne = preparedQuery((db, subject: SearchSubject, id: number, words: string) =>
  upsert(db, subject, [{ id, words }]),
)

const columns = ['subject', 'subject_id as id', 'words'] as const

const keysSince = preparedQuery((db, stamp: number) =>
  db
    .selectFrom(table)
    .select(['subject', 'subject_id as id'])
    .where('stamp', '>=', stamp)
    .where('stamp', '<=', maxIssuedStamp(db))
    .orderBy('subject')
    .orderBy('subject_id'),
)

const entriesBetween = preparedQuery(
  (db, subject: SearchSubject, first: number, last: number, stamp: number) =>
    db
      .selectFrom(table)
      .select(columns)
      .where('subject', '=', subject)
      .where('subject_id', '>=', first)
      .where('subject_id', '<=', last)
      .where('stamp', '>=', stamp),
)

// Few enough that texts of the largest size do not block the event loop.
const entriesPerPage = 50

const entriesAfter = preparedQuery((db, subject: SearchSubject, after: number) =>
  db
    .selectFrom(table)
    .select(columns)
    .where('subject', '=', subject)
    .where('subject_id', '>', after)
    .where('words', '!=', '')
    .orderBy('subject_id')
    .limit(entriesPerPage),
)

const unseen = preparedQuery((db) => db.selectNoFrom(firstUnseenStamp(db, table).as('stamp')))

export const searchEntryStore = (db: Db) => ({
  /** Upserts entries, in the transaction of the change. */
  async put(subject: SearchSubject, entries: readonly SearchEntry[]): Promise<void> {
    const [only] = entries
    if (entries.length === 1 && only) await upsertOne(db, subject, only.id, only.words)
    else for (const some of chunks(entries)) await upsert(db, subject, some).execute()
  },

  /** Empties entries; their rows stay, so that other processes learn of it. */
  async remove(subject: SearchSubject, ids: readonly number[]): Promise<void> {
    for (const some of chunks(ids)) {
      await emptied(db).where('subject', '=', subject).where('subject_id', 'in', some).execute()
    }
  },

  /** The same for what goes with these items. */
  removeCommentsOf: (itemIds: readonly number[]) =>
    emptied(db)
      .where('subject', '=', 'comment')
      .where('subject_id', 'in', (comments) =>
        comments
          .selectFrom('item_comment')
          .select('item_comment.id')
          .where('item_id', 'in', itemIds),
      )
      .execute(),

  async stored(subject: SearchSubject, ids: readonly number[]): Promise<Map<number, string>> {
    const rows = await db
      .selectFrom(table)
      .select(columns)
      .where('subject', '=', subject)
      .where('subject_id', 'in', ids)
      .execute()
    return new Map(rows.map(({ id, words }) => [id, words]))
  },

  /** A page of entries that are not empty, by subject and id. */
  page: (subject: SearchSubject, after: number): Promise<SubjectSearchEntry[]> =>
    entriesAfter(db, subject, after),

  /** What was written with this stamp or later, page by page. */
  async *since(stamp: number): AsyncGenerator<SubjectSearchEntry[]> {
    for (const [subject, keys] of Map.groupBy(await keysSince(db, stamp), (key) => key.subject)) {
      for (const some of chunks(keys, entriesPerPage)) {
        yield await entriesBetween(db, subject, some[0]?.id ?? 0, some.at(-1)?.id ?? 0, stamp)
      }
    }
  },

  /** The stamp to ask from next time: read it before the entries. */
  async unseen(): Promise<number> {
    return (await unseen(db))[0]?.stamp ?? 0
  },
})

const emptied = (db: Db) =>
  db
    .updateTable(table)
    .set({ words: '', stamp: currentWriteStamp(db, table) })
    .where('words', '!=', sql.lit(''))
