import { CompiledQuery, type DatabaseConnection, type Driver, sql } from 'kysely'
import { seconds } from '../base/clock.ts'
import { Failure } from '../base/failure.ts'
import type { Db } from './tables.ts'

/** Detects that a newer version has migrated the database while this process still runs. */
export interface NewerSchemaCheck {
  /** The newest migration that this version knows. */
  readonly newestKnown: string
  onNewer(): void
}

const selectNewestMigration = 'select max(name) as name from kysely_migration'
const intervalMs = seconds(1)
const retryAfterSeconds = 5

/**
 * Rejects a transaction on a newer schema, because this version would leave new columns empty and
 * new tables outdated. On PostgreSQL the query also holds off migrations until the transaction
 * ends, because they lock the table that it reads.
 */
export async function rejectNewerSchema(
  driver: Pick<Driver, 'rollbackTransaction'>,
  connection: DatabaseConnection,
  check: NewerSchemaCheck,
): Promise<void> {
  const { rows } = await connection.executeQuery<{ name: string }>(
    CompiledQuery.raw(selectNewestMigration),
  )
  if (!isNewer(rows[0], check)) return
  // Kysely does not roll back a transaction whose begin has failed.
  await driver.rollbackTransaction(connection)
  check.onNewer()
  throw new Failure('unavailable', 'Vitrine is being updated. Please try again in a moment.', {
    retryAfter: retryAfterSeconds,
  })
}

/**
 * Detects a newer schema even if nothing is written. Call it with each request: it reads at most
 * once a second. A timer would keep an idle process awake.
 */
export function createNewerSchemaWatch(db: Db, check: NewerSchemaCheck): () => void {
  let readAt = Number.NEGATIVE_INFINITY

  async function readAndCompare(): Promise<void> {
    const { rows } = await sql.raw<{ name: string }>(selectNewestMigration).execute(db)
    if (isNewer(rows[0], check)) check.onNewer()
  }

  return () => {
    const now = performance.now()
    if (now - readAt < intervalMs) return
    readAt = now
    // A database that does not answer is reported by `/api/ready` and by every request.
    readAndCompare().catch(() => undefined)
  }
}

const isNewer = (row: { name: string } | undefined, { newestKnown }: NewerSchemaCheck): boolean =>
  row !== undefined && row.name > newestKnown
