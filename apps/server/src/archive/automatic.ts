import { join } from 'node:path'
import { dayOf } from '@vitrine/contract'
import { openScratch } from '../adapters/files/scratch.ts'
import { type Clock, instant } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Config } from '../config/config.ts'
import { openDatabase } from '../db/open.ts'
import { backupName, freePath, keepNewest, removeAbandoned } from './backup-folder.ts'
import type { Chore } from './daily-chores.ts'
import { installationOf } from './installation.ts'
import { writeBackup } from './write-backup.ts'

interface Parts {
  readonly config: Pick<Config, 'backups' | 'database' | 'dataDir'>
  readonly clock: Clock
  readonly log: Log
}

type Kind = 'daily' | 'before'

/** Writes a backup that names pictures and recordings but does not contain them, as they never change. */
async function writeOne(
  { config, clock, log }: Parts,
  { kind, at, about = '', signal }: { kind: Kind; at: string; about?: string; signal?: AbortSignal },
): Promise<string> {
  const { folder, keep } = config.backups
  const file = freePath(folder, backupName(kind, at, about))
  await removeAbandoned(folder)
  const db = openDatabase(config.database, log)
  try {
    const scratch = await openScratch(join(config.dataDir, 'tmp'))
    await writeBackup(file, { db, clock, scratch, media: null, ...(signal && { signal }) })
    const installation = await installationOf(db)
    // Without an id, the backups of this installation can't be told apart, so none is removed.
    if (installation) await keepNewest(folder, kind, { count: keep, installation, today: dayOf(clock.now()) })
  } finally {
    await db.destroy()
  }
  return file
}

/** For `migrate`: a backup before the first change. */
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

export const dailyBackup = (parts: Parts): Chore => ({
  name: 'backup',
  title: 'backup',
  async run(day, signal) {
    const file = await writeOne(parts, { kind: 'daily', at: day, signal })
    parts.log.info({ file }, 'the daily backup was written')
  },
})
