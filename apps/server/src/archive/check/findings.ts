import { sql } from 'kysely'
import { isUnreachable } from '../../db/outages.ts'
import type { Db } from '../../db/tables.ts'
import { explain } from '../explain.ts'

/** The result of a check: problems need action, notes do not. */
export interface Findings {
  readonly problems: readonly string[]
  readonly notes: readonly string[]
}

export const joined = (findings: readonly Findings[]): Findings => ({
  problems: findings.flatMap(({ problems }) => problems),
  notes: findings.flatMap(({ notes }) => notes),
})

/**
 * Runs one part of a check in a snapshot and turns a failure into a finding. In PostgreSQL an error aborts the transaction,
 * so each part has its own savepoint.
 */
export async function inSavepoint(snapshot: Db, what: string, check: () => Promise<Findings>): Promise<Findings> {
  await sql`savepoint part`.execute(snapshot)
  try {
    return await check()
  } catch (error) {
    if (isUnreachable(error)) throw error
    return { problems: [`${what} could not be checked to the end: ${reasonOf(error)}`], notes: [] }
  } finally {
    await sql`rollback to part`.execute(snapshot).catch(ignoreLostConnection)
  }
}

/** Why something can't be read, for the operator. */
export const reasonOf = (error: unknown): string => explain(error) ?? (error as Error).message

/** A lost connection has no savepoints, and the part has reported it. */
const ignoreLostConnection = (): void => {}
