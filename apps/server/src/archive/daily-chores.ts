import { dayOf, minuteOf } from '@vitrine/contract'
import { hours, instant, minutes } from '../base/clock.ts'
import type { Context } from '../context.ts'
import { hasEffect } from '../db/dialect.ts'
import type { Db, Tables } from '../db/tables.ts'

/** A daily job, run by one of the processes. */
export interface Chore {
  readonly name: Tables['chore']['name']
  /** What it is called in the log: 'backup' for 'the daily backup failed'. */
  readonly title: string
  /** Not before this hour of the museum's day. */
  readonly fromHour?: number
  /** Runs it for this day; stops early when the signal aborts, leaving nothing half done. */
  run(day: string, signal: AbortSignal): Promise<void>
}

export interface DailyChores {
  /** Runs the chores that are due. */
  runDue(): Promise<void>
  end(): Promise<void>
}

const firstRunMs = minutes(1)
const intervalMs = minutes(10)
// A chore that started longer ago was killed; it is retried, as is one that failed.
const leaseMs = hours(2)

/** Runs each chore once a day. */
export function dailyChores(
  { db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>,
  chores: readonly Chore[],
): DailyChores {
  const store = choreStore(db)
  const stopping = new AbortController()
  let work = Promise.resolve()

  async function runIfDue({ name, title, fromHour = 0, run }: Chore): Promise<void> {
    const day = dayOf(clock.now())
    if (Number(minuteOf(clock.now()).slice(11, 13)) < fromHour) return
    const claimed = await store.claim(name, { day, at: instant(clock), leaseExpiredBefore: instant(clock, -leaseMs) })
    if (!claimed) return
    try {
      await run(day, stopping.signal)
      await store.finish(name, instant(clock))
    } catch (error) {
      if (stopping.signal.aborted) return void (await store.release(name))
      log.error({ err: error }, `the daily ${title} failed`)
      await store.fail(name, error instanceof Error ? error.message : String(error))
    }
  }

  async function runAll(): Promise<void> {
    for (const chore of chores) if (!stopping.signal.aborted) await runIfDue(chore)
  }

  const runDue = (): Promise<void> => {
    work = work.then(runAll).catch((error: unknown) => {
      log.error({ err: error }, 'could not check whether a daily chore is due')
    })
    return work
  }
  const first = setTimeout(runDue, firstRunMs).unref()
  const others = setInterval(runDue, intervalMs).unref()
  return {
    runDue,
    async end() {
      clearTimeout(first)
      clearInterval(others)
      stopping.abort()
      await work
    },
  }
}

type Name = Tables['chore']['name']

/** Leases of daily chores: of several processes, the one whose update matches runs the chore. */
export const choreStore = (db: Db) => ({
  /** True for the process that got the lease. */
  async claim(name: Name, { day, at, leaseExpiredBefore }: { day: string; at: string; leaseExpiredBefore: string }) {
    return hasEffect(
      db
        .updateTable('chore')
        .set({ day, started_at: at, finished_at: null, problem: null })
        .where('name', '=', name)
        .where((is) =>
          is.or([
            is('day', '!=', day),
            is.and([is('finished_at', 'is', null), is('started_at', '<', leaseExpiredBefore)]),
          ]),
        ),
    )
  },

  finish: (name: Name, at: string) =>
    db.updateTable('chore').set({ finished_at: at, problem: null }).where('name', '=', name).execute(),

  fail: (name: Name, problem: string) => db.updateTable('chore').set({ problem }).where('name', '=', name).execute(),

  /** Releases the lease for the next process. */
  release: (name: Name) => db.updateTable('chore').set({ day: '' }).where('name', '=', name).execute(),

  find: (name: Name) => db.selectFrom('chore').selectAll().where('name', '=', name).executeTakeFirst(),
})
