import {
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type Transaction,
} from 'kysely'
import type { Db, Tx } from './tables.ts'

// biome-ignore lint/suspicious/noExplicitAny: the question is the same for every set of tables
export const isPostgres = (db: Kysely<any>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

/**
 * Locks the rows read until the transaction ends; rows that refer to them can be added meanwhile. SQLite's transactions
 * lock the whole database anyway.
 */
export function forUpdate<DB, TB extends keyof DB, O>(
  db: Kysely<DB>,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return isPostgres(db) ? query.forNoKeyUpdate() : query
}

/** Rows of names and values as the text of one JSON object. */
export function aggregateToJsonObject<DB>(
  db: Kysely<DB>,
  name: string,
  value: RawBuilder<string>,
): RawBuilder<string> {
  const pair = sql`${sql.ref(name)}, ${value}`
  return isPostgres(db)
    ? sql<string>`coalesce(json_object_agg(${pair})::text, '{}')`
    : sql<string>`json_group_object(${pair})`
}

/** The largest of several numbers, none of them null. */
export const greatestOf = <DB>(
  db: Kysely<DB>,
  numbers: readonly RawBuilder<number>[],
): RawBuilder<number> =>
  isPostgres(db)
    ? sql<number>`greatest(${sql.join(numbers)})`
    : sql<number>`max(${sql.join(numbers)})`

/**
 * A number for what this transaction writes, so that readers can ask for what they have not seen yet. On SQLite writes come
 * one after the other and are counted; on PostgreSQL a count would skip transactions that commit late, so it is the transaction's id.
 */
export const currentWriteStamp = <DB>(tx: Kysely<DB>, table: string): RawBuilder<number> =>
  isPostgres(tx)
    ? sql<number>`pg_current_xact_id()::text::bigint`
    : sql<number>`(select coalesce(max(stamp), 0) + 1 from ${sql.table(table)})`

/** The first stamp that a reader may not see yet. */
export const firstUnseenStamp = <DB>(db: Kysely<DB>, table: string): RawBuilder<number> =>
  isPostgres(db)
    ? sql<number>`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`
    : sql<number>`(select coalesce(max(stamp), 0) + 1 from ${sql.table(table)})`

/** The highest stamp that this database can have given; a higher one came with rows of another. */
export const maxIssuedStamp = <DB>(db: Kysely<DB>): RawBuilder<number> =>
  isPostgres(db)
    ? sql<number>`pg_snapshot_xmax(pg_current_snapshot())::text::bigint`
    : sql<number>`${sql.lit(Number.MAX_SAFE_INTEGER)}`

/**
 * Takes a lock across all processes until the transaction ends, for decisions that depend on rows others may be adding.
 * SQLite's transactions are exclusive anyway.
 */
export async function lockUntilCommit<DB>(tx: Kysely<DB>, name: string): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(tx)
}

/** In the transaction that the caller has begun already, or in one of its own. */
export const inTransaction = <DB, T>(
  db: Kysely<DB>,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> => (db.isTransaction ? work(db as Transaction<DB>) : db.transaction().execute(work))

/**
 * Runs a transaction whose deletes must not be recoverable. SQLite overwrites what it deletes (`secure_delete`), but keeps it
 * in the write-ahead log, which is emptied here. PostgreSQL's vacuum does so by itself.
 */
export async function withSecureDelete<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const result = await db.transaction().execute(work)
  if (!isPostgres(db)) await sql`pragma wal_checkpoint(truncate)`.execute(db)
  return result
}

type Effect =
  | { numUpdatedRows: bigint }
  | { numDeletedRows: bigint }
  | { numInsertedOrUpdatedRows?: bigint | undefined }

/** Whether a statement wrote or removed a row: of concurrent callers, true for one. */
export async function didAffectRows(statement: {
  executeTakeFirst(): Promise<Effect>
}): Promise<boolean> {
  const result = await statement.executeTakeFirst()
  if ('numUpdatedRows' in result) return result.numUpdatedRows > 0n
  if ('numDeletedRows' in result) return result.numDeletedRows > 0n
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}
