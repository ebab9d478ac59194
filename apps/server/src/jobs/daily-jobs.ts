import { formatMinute, toDay } from '@vitrine/contract'
import { type Clock, hours, instant, minutes } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { tryWrite } from '../db/dialect.ts'
import type { Db } from '../db/tables.ts'

/** A job that one of the processes runs once a day. */
export interface DailyJob {
  /** Unique, and stored: a renamed job runs twice on the day of the update. */
  readonly name: string
  /** Completes 'the daily … failed' in the log. */
  readonly title: string
  /** The hour of the museum's day from which it runs. */
  readonly fromHour?: number
  /** Runs the job for a day; stops early when the signal aborts, leaving nothing half done. */
  run(day: string, signal: AbortSignal): Promise<void>
}

export interface DailyJobs {
  /** Runs the jobs that are due. */
  runDue(): Promise<void>
  end(): Promise<void>
}

const firstRunMs = minutes(1)
const intervalMs = minutes(10)
// A job that started longer ago was killed; like a failed one, it is retried.
const leaseMs = hours(2)

interface JobContext {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
}

/** Runs each job once a day: by a timer, or only when `runDue` is called. */
export function startDailyJobs(
  { db, clock, log }: JobContext,
  jobs: readonly DailyJob[],
  { isTimed = true }: { isTimed?: boolean } = {},
): DailyJobs {
  const names = jobs.map(({ name }) => name)
  const duplicate = names.find((name, index) => names.indexOf(name) !== index)
  if (duplicate !== undefined) throw new Error(`Two daily jobs are named ${duplicate}.`)

  const store = jobStore(db)
  const stopping = new AbortController()
  /** The latest run, which the next one waits for. */
  let latestRun = Promise.resolve()

  async function runIfDue({ name, title, fromHour = 0, run }: DailyJob): Promise<void> {
    const day = toDay(clock.now())
    if (getHour(clock.now()) < fromHour) return
    const claimed = await store.claim(name, {
      day,
      startedAt: instant(clock),
      leaseExpiredBefore: instant(clock, -leaseMs),
    })
    if (!claimed) return
    try {
      await run(day, stopping.signal)
      await store.finish(name, instant(clock))
    } catch (error) {
      if (stopping.signal.aborted) {
        await store.release(name)
        return
      }
      log.error({ err: error }, `the daily ${title} failed`)
      await store.fail(name, error instanceof Error ? error.message : String(error))
    }
  }

  async function runAll(): Promise<void> {
    for (const job of jobs) if (!stopping.signal.aborted) await runIfDue(job)
  }

  const runDue = (): Promise<void> => {
    latestRun = latestRun.then(runAll).catch((error: unknown) => {
      log.error({ err: error }, 'could not check whether a daily job is due')
    })
    return latestRun
  }
  const firstTimer = isTimed ? setTimeout(runDue, firstRunMs).unref() : undefined
  const intervalTimer = isTimed ? setInterval(runDue, intervalMs).unref() : undefined
  return {
    runDue,
    async end() {
      clearTimeout(firstTimer)
      clearInterval(intervalTimer)
      stopping.abort()
      await latestRun
    },
  }
}

/** The hour of the museum's day, from an instant formatted as 'YYYY-MM-DD HH:MM'. */
const getHour = (instant: Date): number => Number(formatMinute(instant).slice(11, 13))

interface Claim {
  readonly day: string
  readonly startedAt: string
  readonly leaseExpiredBefore: string
}

/** Leases of daily jobs: the process whose insert or update matches runs the job. */
export const jobStore = (db: Db) => ({
  /** Returns true for the process that gets the lease. */
  async claim(name: string, { day, startedAt, leaseExpiredBefore }: Claim): Promise<boolean> {
    const columns = { day, started_at: startedAt, finished_at: null, problem: null }
    return tryWrite(
      db
        .insertInto('chore')
        .values({ name, ...columns })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet(columns)
            .where((eb) =>
              eb.or([
                eb('chore.day', '!=', day),
                eb.and([
                  eb('chore.finished_at', 'is', null),
                  eb('chore.started_at', '<', leaseExpiredBefore),
                ]),
              ]),
            ),
        ),
    )
  },

  finish: (name: string, finishedAt: string) =>
    db
      .updateTable('chore')
      .set({ finished_at: finishedAt, problem: null })
      .where('name', '=', name)
      .execute(),

  fail: (name: string, problem: string) =>
    db.updateTable('chore').set({ problem }).where('name', '=', name).execute(),

  /** Releases the lease for the next process. */
  release: (name: string) =>
    db.updateTable('chore').set({ day: '' }).where('name', '=', name).execute(),

  find: (name: string) =>
    db.selectFrom('chore').selectAll().where('name', '=', name).executeTakeFirst(),
})
