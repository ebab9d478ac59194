import type { Clock } from '../base/clock.ts'
import type { Tx } from '../db/tables.ts'
import type { DailyJob } from './daily-jobs.ts'

/** Permanently deletes rows past their retention; returns how many. */
export type PurgeRows = (tx: Tx, clock: Clock) => Promise<number>

/** The jobs that features register at the start. */
export interface JobRegistry {
  /** Registers a job that one of the processes runs once a day. */
  daily(job: DailyJob): void
  /** Registers a deletion for the daily purge; `rows` names the rows in the log. */
  purge(rows: string, remove: PurgeRows): void
  readonly dailyJobs: readonly DailyJob[]
  readonly purges: ReadonlyMap<string, PurgeRows>
}

export function createJobRegistry(): JobRegistry {
  const dailyJobs: DailyJob[] = []
  const purges = new Map<string, PurgeRows>()
  return {
    daily: (job) => void dailyJobs.push(job),
    purge: (rows, remove) => void purges.set(rows, remove),
    dailyJobs,
    purges,
  }
}
