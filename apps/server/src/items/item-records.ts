import { commentFields, conditionFields, type Fields, fieldNames } from '@vitrine/contract'
import type { RecordColumns } from '../db/records.ts'
import type { Db, Tables } from '../db/tables.ts'
import { selectItemsInUse } from './reader.ts'

/**
 * Records of items whose fields the contract describes. Their rows have the columns below,
 * `deleted_at`, and one for each searched field.
 */
export const itemRecords = {
  comment: { table: 'item_comment', fields: commentFields },
  condition: { table: 'condition_check', fields: conditionFields },
} as const satisfies Record<string, { readonly table: keyof Tables; readonly fields: Fields }>
export type ItemRecordSubject = keyof typeof itemRecords
export const itemRecordSubjects = Object.keys(itemRecords) as ItemRecordSubject[]

/** Builds an entry for each kind of record. */
export const perItemRecord = <Entry>(build: (subject: ItemRecordSubject) => Entry) =>
  Object.fromEntries(itemRecordSubjects.map((subject) => [subject, build(subject)])) as Record<
    ItemRecordSubject,
    Entry
  >

type SearchedColumns<F extends Fields> = {
  [K in keyof RecordColumns<F> as F[K]['search'] extends null ? never : K]: RecordColumns<F>[K]
}
export type ItemRecordRow<S extends ItemRecordSubject> = SearchedColumns<
  (typeof itemRecords)[S]['fields']
> &
  Pick<Tables['condition_check'], 'item_id' | 'first_name' | 'last_name' | 'created_at'> & {
    id: number
  }

/** Selects the records that are not deleted, each as `record`. */
export function selectItemRecords<S extends ItemRecordSubject>(db: Db, subject: S) {
  // All tables of records have these columns; in the types, `condition_check` stands for them.
  const { table, fields }: { readonly table: string; readonly fields: Fields } =
    itemRecords[subject]
  const searched = fieldNames(fields).filter((name) => fields[name]?.search)
  return db
    .selectFrom(`${table} as record` as 'condition_check as record')
    .select(['record.id', 'record.item_id', 'record.created_at'])
    .select(['record.first_name', 'record.last_name'])
    .select(searched.map((name) => `record.${name}` as 'record.id'))
    .where('record.deleted_at', 'is', null)
    .$castTo<ItemRecordRow<S>>()
}

interface NewestRecordsQuery {
  readonly person: number | undefined
  /** Instants: `from` is inclusive, `until` exclusive. */
  readonly from: string | undefined
  readonly until: string | undefined
  /** Only records that are earlier, or at the same time have a smaller id. */
  readonly before: { readonly at: string; readonly id: number } | undefined
  readonly limit: number
}

/** Selects the ids of the newest records of items in use, by the time of writing. */
export function selectNewestIds(
  db: Db,
  subject: ItemRecordSubject,
  { person, from, until, before, limit }: NewestRecordsQuery,
) {
  let query = db
    .selectFrom(`${itemRecords[subject].table} as record` as 'condition_check as record')
    .innerJoin(selectItemsInUse(db).as('item'), 'item.id', 'record.item_id')
    .select('record.id')
    .where('record.deleted_at', 'is', null)
    .orderBy('record.created_at', 'desc')
    .orderBy('record.id', 'desc')
    .limit(limit)
  if (person !== undefined) query = query.where('record.user_id', '=', person)
  if (from !== undefined) query = query.where('record.created_at', '>=', from)
  if (until !== undefined) query = query.where('record.created_at', '<', until)
  if (before)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('record.created_at', 'record.id'), '<', tuple(before.at, before.id)),
    )
  return query
}

/**
 * Deletes for good the records that were removed before an instant, and the history of records that
 * no longer exist. Returns the number of deleted records.
 */
export async function purgeItemRecords(
  db: Db,
  subject: ItemRecordSubject,
  removedBefore: string,
): Promise<number> {
  const table = itemRecords[subject].table as 'condition_check'
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where('deleted_at', '<', removedBefore)
    .executeTakeFirst()
  await db
    .deleteFrom('change')
    .where('subject', '=', subject)
    .where('subject_id', 'not in', (eb) => eb.selectFrom(table).select(`${table}.id`))
    .execute()
  return Number(numDeletedRows)
}
