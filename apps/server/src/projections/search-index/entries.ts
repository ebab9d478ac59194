import type { SearchSubject } from '@vitrine/contract'
import { sql } from 'kysely'
import { splitIntoBatches } from '../../db/batches.ts'
import { currentWriteStamp, firstUnseenStamp, maxIssuedStamp } from '../../db/dialect.ts'
import { prepareQuery } from '../../db/prepared.ts'
import type { Db } from '../../db/tables.ts'
import { itemRecordSubjects, selectItemRecords } from '../../items/item-records.ts'

export interface SearchEntry {
  readonly id: number
  /** As formatted by `formatSearchEntry`; empty once the record is gone. */
  readonly words: string
}

export interface SubjectSearchEntry extends SearchEntry {
  readonly subject: SearchSubject
}

const table = 'search_entry'

// Every write stamps its rows, so that a process can ask for those that it has not seen yet.
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

const upsertOne = prepareQuery((db, subject: SearchSubject, id: number, words: string) =>
  upsert(db, subject, [{ id, words }]),
)

const columns = ['subject', 'subject_id as id', 'words'] as const

const readKeysSince = prepareQuery((db, stamp: number) =>
  db
    .selectFrom(table)
    .select(['subject', 'subject_id as id'])
    .where('stamp', '>=', stamp)
    // Higher stamps were copied from another database.
    .where('stamp', '<=', maxIssuedStamp(db))
    .orderBy('subject')
    .orderBy('subject_id'),
)

const readEntriesBetween = prepareQuery(
  (db, subject: SearchSubject, firstId: number, lastId: number, stamp: number) =>
    db
      .selectFrom(table)
      .select(columns)
      .where('subject', '=', subject)
      .where('subject_id', '>=', firstId)
      .where('subject_id', '<=', lastId)
      .where('stamp', '>=', stamp),
)

// Few enough that even the longest texts do not block the event loop.
const entriesPerPage = 50

const readEntriesAfter = prepareQuery((db, subject: SearchSubject, after: number) =>
  db
    .selectFrom(table)
    .select(columns)
    .where('subject', '=', subject)
    .where('subject_id', '>', after)
    .where('words', '!=', '')
    .orderBy('subject_id')
    .limit(entriesPerPage),
)

const readUnseenStamp = prepareQuery((db) =>
  db.selectNoFrom(firstUnseenStamp(db, table).as('stamp')),
)

export const searchEntryStore = (db: Db) => ({
  /** Upserts entries, in the transaction of the change. */
  async put(subject: SearchSubject, entries: readonly SearchEntry[]): Promise<void> {
    const [first] = entries
    if (entries.length === 1 && first) {
      await upsertOne(db, subject, first.id, first.words)
      return
    }
    for (const batch of splitIntoBatches(entries)) await upsert(db, subject, batch).execute()
  },

  /** Empties entries; their rows stay, so that other processes learn of the removal. */
  async remove(subject: SearchSubject, ids: readonly number[]): Promise<void> {
    for (const batch of splitIntoBatches(ids)) {
      await updateToEmpty(db)
        .where('subject', '=', subject)
        .where('subject_id', 'in', batch)
        .execute()
    }
  },

  /** Empties the entries of items' records, such as comments. */
  async removeRecordsOf(itemIds: readonly number[]): Promise<void> {
    for (const subject of itemRecordSubjects) {
      const records = selectItemRecords(db, subject).clearSelect().select('record.id')
      await updateToEmpty(db)
        .where('subject', '=', subject)
        .where('subject_id', 'in', records.where('record.item_id', 'in', itemIds))
        .execute()
    }
  },

  /** The indexed words of records, by id. */
  async readWords(subject: SearchSubject, ids: readonly number[]): Promise<Map<number, string>> {
    const rows = await db
      .selectFrom(table)
      .select(columns)
      .where('subject', '=', subject)
      .where('subject_id', 'in', ids)
      .execute()
    return new Map(rows.map(({ id, words }) => [id, words]))
  },

  /** A page of non-empty entries of a subject, by id. */
  readPage: (subject: SearchSubject, after: number): Promise<SubjectSearchEntry[]> =>
    readEntriesAfter(db, subject, after),

  /**
   * The entries written with this stamp or later, in pages. Reads their keys first, so that the
   * words can be read page by page.
   */
  async *readSince(stamp: number): AsyncGenerator<SubjectSearchEntry[]> {
    const allKeys = await readKeysSince(db, stamp)
    for (const [subject, keys] of Map.groupBy(allKeys, (key) => key.subject)) {
      for (const batch of splitIntoBatches(keys, entriesPerPage)) {
        const [firstId, lastId] = [batch[0]?.id ?? 0, batch.at(-1)?.id ?? 0]
        yield await readEntriesBetween(db, subject, firstId, lastId, stamp)
      }
    }
  },

  /** The stamp from which `readSince` must read next time; read it before the entries. */
  async readUnseenStamp(): Promise<number> {
    return (await readUnseenStamp(db))[0]?.stamp ?? 0
  },
})

/** An update that empties the entries that have words; the caller selects them. */
const updateToEmpty = (db: Db) =>
  db
    .updateTable(table)
    .set({ words: '', stamp: currentWriteStamp(db, table) })
    .where('words', '!=', sql.lit(''))
