import { join } from 'node:path'
import { dayOf } from '@vitrine/contract'
import { openScratch } from '../adapters/files/scratch.ts'
import { type Clock, hours, instant, minutes } from '../clock.ts'
import type { Config } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import type { Db } from '../db/tables.ts'
import type { Log } from '../log.ts'
import { backupName, keepNewest, removeAbandoned } from './backup-folder.ts'
import { choreStore } from './chore-store.ts'
import { writeBackup } from './write-backup.ts'

interface Parts {
  readonly config: Pick<Config, 'backups' | 'database' | 'dataDir'>
  readonly clock: Clock
  readonly log: Log
}

type Kind = 'daily' | 'before'

/** Writes a backup that names pictures and recordings but does not hold them: they are never changed nor removed. */
async function writeOne(
  { config, clock, log }: Parts,
  { kind, at, about = '', signal }: { kind: Kind; at: string; about?: string; signal?: AbortSignal },
): Promise<string> {
  const { folder, keep } = config.backups
  const file = join(folder, backupName(kind, at, about))
  await removeAbandoned(folder)
  const db = openDatabase(config.database, log)
  try {
    const scratch = await openScratch(join(config.dataDir, 'tmp'))
    await writeBackup(file, { db, clock, scratch, media: null, ...(signal && { signal }) })
  } finally {
    await db.destroy()
  }
  await keepNewest(folder, kind, keep)
  return file
}

/** For `migrate`: whatever an update does to the database can be undone. */
export const backupBefore =
  (parts: Parts) =>
  async (migration: string): Promise<void> => {
    try {
      await writeOne(parts, { kind: 'before', at: instant(parts.clock), about: migration })
    } catch (error) {
      throw new Error('the database has to be changed for this version, and could not be backed up before', {
        cause: error,
      })
    }
  }

const firstLook = minutes(1)
const timeBetweenLooks = minutes(10)
// What began longer ago was killed; what failed is tried again.
const givenUpAfter = hours(2)

/** Writes a backup for every day on which the server runs, in one process of however many there are. */
export function dailyBackups(parts: Parts & { readonly db: Db }): { end(): Promise<void>; look(): Promise<void> } {
  const { db, clock, log } = parts
  const chores = choreStore(db)
  const stopping = new AbortController()
  let work = Promise.resolve()

  async function backUpIfDue(): Promise<void> {
    const day = dayOf(clock.now())
    const mine = await chores.begin('backup', { day, at: instant(clock), givenUpBefore: instant(clock, -givenUpAfter) })
    if (!mine) return
    try {
      const file = await writeOne(parts, { kind: 'daily', at: day, signal: stopping.signal })
      await chores.finish('backup', instant(clock))
      log.info({ file }, 'the daily backup was written')
    } catch (error) {
      if (stopping.signal.aborted) return void (await chores.leave('backup'))
      log.error({ err: error }, 'the daily backup failed')
      await chores.fail('backup', error instanceof Error ? error.message : String(error))
    }
  }

  const look = (): Promise<void> => {
    work = work.then(backUpIfDue).catch((error: unknown) => {
      log.error({ err: error }, 'it could not be seen whether a backup is due')
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
