import { sql } from 'kysely'
import { isUnreachable } from '../../db/outages.ts'
import type { Db } from '../../db/tables.ts'
import { explain } from '../explain.ts'

/** What a check has to say: problems are for somebody to act upon, notes are not. */
export interface Findings {
  readonly problems: readonly string[]
  readonly notes: readonly string[]
}

export const joined = (findings: readonly Findings[]): Findings => ({
  problems: findings.flatMap(({ problems }) => problems),
  notes: findings.flatMap(({ notes }) => notes),
})

/**
 * One part of a check, in a snapshot. If it can't go on, that is a finding among others; PostgreSQL would answer no
 * further query of the transaction, so each part has a savepoint of its own.
 */
export async function attempted(snapshot: Db, what: string, look: () => Promise<Findings>): Promise<Findings> {
  await sql`savepoint part`.execute(snapshot)
  try {
    return await look()
  } catch (error) {
    if (isUnreachable(error)) throw error
    return { problems: [`${what} could not be checked to the end: ${reasonOf(error)}`], notes: [] }
  } finally {
    await sql`rollback to part`.execute(snapshot).catch(gone)
  }
}

/** Why something can't be read, for the operator. */
export const reasonOf = (error: unknown): string => explain(error) ?? (error as Error).message

/** A connection that was lost in the middle has no savepoints; the part has told of it already. */
const gone = (): void => {}
