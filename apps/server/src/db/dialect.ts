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
 * Makes a query lock the selected rows until the transaction ends; rows that reference them can
 * still be added. SQLite's transactions lock the whole database anyway.
 */
export function withRowLocks<DB, TB extends keyof DB, O>(
  db: Kysely<DB>,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return isPostgres(db) ? query.forNoKeyUpdate() : query
}

/** Aggregates rows of names and values into the text of one JSON object. */
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

/** The greatest of several numbers, none of them null. */
export const greatestOf = <DB>(
  db: Kysely<DB>,
  numbers: readonly RawBuilder<number>[],
): RawBuilder<number> =>
  isPostgres(db)
    ? sql<number>`greatest(${sql.join(numbers)})`
    : sql<number>`max(${sql.join(numbers)})`

/**
 * A stamp for the rows that this transaction writes, so that readers can ask for rows they have not
 * seen yet. On SQLite writes are serial and counted; on PostgreSQL a count would skip transactions
 * that commit late, so the stamp is the transaction's id.
 */
export const currentWriteStamp = <DB>(tx: Kysely<DB>, table: string): RawBuilder<number> =>
  isPostgres(tx)
    ? sql<number>`pg_current_xact_id()::text::bigint`
    : sql<number>`(select coalesce(max(stamp), 0) + 1 from ${sql.table(table)})`

/** The lowest stamp of which a reader may not see all rows yet. */
export const firstUnseenStamp = <DB>(db: Kysely<DB>, table: string): RawBuilder<number> =>
  isPostgres(db)
    ? sql<number>`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`
    : sql<number>`(select coalesce(max(stamp), 0) + 1 from ${sql.table(table)})`

/**
 * The highest stamp that this database can have issued; rows with a higher one were copied from
 * another database.
 */
export const maxIssuedStamp = <DB>(db: Kysely<DB>): RawBuilder<number> =>
  isPostgres(db)
    ? sql<number>`pg_snapshot_xmax(pg_current_snapshot())::text::bigint`
    : sql<number>`${sql.lit(Number.MAX_SAFE_INTEGER)}`

/**
 * Takes a lock across all processes until the transaction ends, for decisions that depend on rows
 * others may be adding. SQLite's transactions are exclusive anyway.
 */
export async function lockUntilCommit<DB>(tx: Kysely<DB>, name: string): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(tx)
}

/** Runs the work in the caller's transaction, or in one of its own. */
export const inTransaction = <DB, T>(
  db: Kysely<DB>,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> => (db.isTransaction ? work(db as Transaction<DB>) : db.transaction().execute(work))

/**
 * Runs a transaction whose deleted data must not be recoverable. SQLite overwrites it
 * (`secure_delete`) but keeps it in the write-ahead log, which is emptied here. PostgreSQL's vacuum
 * removes it.
 */
export async function withSecureDelete<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const result = await db.transaction().execute(work)
  if (!isPostgres(db)) await sql`pragma wal_checkpoint(truncate)`.execute(db)
  return result
}

type AffectedRows =
  | { numUpdatedRows: bigint }
  | { numDeletedRows: bigint }
  | { numInsertedOrUpdatedRows?: bigint | undefined }

/**
 * Executes a conditional statement; true if it wrote or deleted a row. Of concurrent callers, only
 * one gets true.
 */
export async function tryWrite(statement: {
  executeTakeFirst(): Promise<AffectedRows>
}): Promise<boolean> {
  const result = await statement.executeTakeFirst()
  if ('numUpdatedRows' in result) return result.numUpdatedRows > 0n
  if ('numDeletedRows' in result) return result.numDeletedRows > 0n
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}
