import { dayOf } from '@vitrine/contract'
import { type Clock, hours, instant, minutes } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Db, Tables } from '../db/tables.ts'
import { choreStore } from './chore-store.ts'

/** Something that is to be done once a day, by one process of however many there are. */
export interface Chore {
  readonly name: Tables['chore']['name']
  /** What it is called in the log: 'backup' for 'the daily backup failed'. */
  readonly title: string
  /** Does it for this day; stops early, with nothing half done, when the signal says so. */
  run(day: string, signal: AbortSignal): Promise<void>
}

export interface DailyChores {
  /** Does what is due, and resolves when it is done. */
  look(): Promise<void>
  end(): Promise<void>
}

const firstLook = minutes(1)
const timeBetweenLooks = minutes(10)
// What began longer ago was killed; what failed is tried again.
const givenUpAfter = hours(2)

interface Parts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
}

/** Does every chore on each day on which a server runs. */
export function dailyChores({ db, clock, log }: Parts, chores: readonly Chore[]): DailyChores {
  const store = choreStore(db)
  const stopping = new AbortController()
  let work = Promise.resolve()

  async function doIfDue({ name, title, run }: Chore): Promise<void> {
    const day = dayOf(clock.now())
    const mine = await store.begin(name, { day, at: instant(clock), givenUpBefore: instant(clock, -givenUpAfter) })
    if (!mine) return
    try {
      await run(day, stopping.signal)
      await store.finish(name, instant(clock))
    } catch (error) {
      if (stopping.signal.aborted) return void (await store.leave(name))
      log.error({ err: error }, `the daily ${title} failed`)
      await store.fail(name, error instanceof Error ? error.message : String(error))
    }
  }

  async function doAll(): Promise<void> {
    for (const chore of chores) if (!stopping.signal.aborted) await doIfDue(chore)
  }

  const look = (): Promise<void> => {
    work = work.then(doAll).catch((error: unknown) => {
      log.error({ err: error }, 'it could not be seen whether a daily chore is due')
    })
    return work
  }
  const first = setTimeout(look, firstLook).unref()
  const others = setInterval(look, timeBetweenLooks).unref()
  return {
    look,
    async end() {
      clearTimeout(first)
      clearInterval(others)
      stopping.abort()
      await work
    },
  }
}
