import { commentFields, conditionFields, type Fields, fieldNames } from '@vitrine/contract'
import type { RecordColumns } from '../db/records.ts'
import type { Db, Tables } from '../db/tables.ts'

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

/**
 * Deletes the records that were removed before an instant for good, and the history of all that no
 * longer exist; returns how many.
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
    .where('subject_id', 'not in', (records) => records.selectFrom(table).select(`${table}.id`))
    .execute()
  return Number(numDeletedRows)
}
