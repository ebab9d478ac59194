import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dayOf } from '@vitrine/contract'
import { nullIfMissing, openScratch } from '../adapters/files/files.ts'
import { type Clock, hours, instant } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Config } from '../config/config.ts'
import { openDatabase } from '../db/open.ts'
import type { DailyJob } from '../jobs/daily-jobs.ts'
import {
  findInstallation,
  type Installation,
  isBackupOfInstallation,
  readManifest,
} from './backup-file.ts'
import { unfinishedSuffix, writeBackup } from './write-backup.ts'

interface Parts {
  readonly config: Pick<Config, 'backups' | 'database' | 'dataDir'>
  readonly clock: Clock
  readonly log: Log
}

type Kind = 'daily' | 'before'

/** Writes a backup that names pictures and recordings but does not contain them, as they never change. */
async function writeOne(
  { config, clock, log }: Parts,
  {
    kind,
    at,
    about = '',
    signal,
  }: { kind: Kind; at: string; about?: string; signal?: AbortSignal },
): Promise<string> {
  const { folder, keep } = config.backups
  const file = getFreePath(folder, formatBackupName(kind, at, about))
  await deleteAbandonedFiles(folder)
  await using db = openDatabase(config.database, log)
  const scratch = await openScratch(join(config.dataDir, 'tmp'))
  await writeBackup(file, { db, clock, scratch, media: null, ...(signal && { signal }) })
  const installation = await findInstallation(db)
  // Without an id, the backups of this installation can't be told apart, so none is removed.
  if (installation)
    await deleteOldBackups(folder, kind, { count: keep, installation, today: dayOf(clock.now()) })
  return file
}

/** For `migrate`: a backup before the first change. */
export const backupBeforeMigration =
  (parts: Parts) =>
  async (migration: string): Promise<void> => {
    try {
      await writeOne(parts, { kind: 'before', at: instant(parts.clock), about: migration })
    } catch (error) {
      throw new Error(
        'the database has to be changed for this version, and could not be backed up before',
        {
          cause: error,
        },
      )
    }
  }

export const dailyBackupJob = (parts: Parts): DailyJob => ({
  name: 'backup',
  title: 'backup',
  async run(day, signal) {
    const file = await writeOne(parts, { kind: 'daily', at: day, signal })
    parts.log.info({ file }, 'the daily backup was written')
  },
})

// A backup in progress is touched all the time, except while it is read back.
const abandonedAfterMs = hours(6)

/** `vitrine` is made by a command, and removed only if that says so; the others are removed when there are enough newer ones. */
type NamedKind = 'vitrine' | 'daily' | 'before'

/** The name of a backup; sorted by name, those of a kind are sorted by time. */
export const formatBackupName = (kind: NamedKind, at: string, about = ''): string =>
  `${[kind, at.replaceAll(':', '-').replace(/\.\d+Z$/, 'Z'), about].filter(Boolean).join('-')}.tar`

/** A free path: an existing backup is never overwritten. */
export function getFreePath(folder: string, name: string): string {
  const numbered = (count: number) =>
    join(folder, count === 1 ? name : name.replace(/\.tar$/, `-${count}.tar`))
  let count = 1
  while (existsSync(numbered(count))) count++
  return numbered(count)
}

// Only these names are removed, never a file such as `daily-letters.tar`.
const removable = {
  vitrine: /^vitrine-(?<day>\d{4}-\d\d-\d\d)T[\d-]+Z\.tar$/,
  daily: /^daily-(?<day>\d{4}-\d\d-\d\d)(?:-(?<count>\d{1,3}))?\.tar$/,
  before: /^before-(?<day>\d{4}-\d\d-\d\d)T[\d-]+Z-.+\.tar$/,
}

export interface AutomaticBackup {
  readonly name: string
  readonly path: string
  /** The day in its name. */
  readonly day: string
}

/** The automatic backups of a kind, of any installation, oldest first. */
export async function listBackups(
  folder: string,
  kind: keyof typeof removable,
): Promise<AutomaticBackup[]> {
  const names = (await readdir(folder).catch(nullIfMissing)) ?? []
  return names
    .flatMap((name) => {
      const { day = '', count = '1' } = removable[kind].exec(name)?.groups ?? {}
      return day
        ? [
            {
              name,
              path: join(folder, name),
              day,
              order: `${day} ${count.padStart(3, '0')} ${name}`,
            },
          ]
        : []
    })
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
}

/** The backups of this installation, and the unreadable ones. */
export async function listOwnBackups(
  folder: string,
  kind: keyof typeof removable,
  installation: Installation,
) {
  const own: AutomaticBackup[] = []
  const unreadable: AutomaticBackup[] = []
  for (const backup of await listBackups(folder, kind)) {
    const manifest = await readManifest(backup.path).catch(() => null)
    if (!manifest) unreadable.push(backup)
    else if (isBackupOfInstallation(manifest, installation)) own.push(backup)
  }
  return { own, unreadable }
}

/**
 * Removes all but the newest of this installation. One dated after today, by a wrong clock, is not counted:
 * it would be the newest for years.
 */
export async function deleteOldBackups(
  folder: string,
  kind: keyof typeof removable,
  { count, installation, today }: { count: number; installation: Installation; today: string },
): Promise<void> {
  const { own } = await listOwnBackups(folder, kind, installation)
  const counted = own.filter(({ day }) => day <= today)
  for (const { path } of counted.slice(0, -count)) await rm(path, { force: true })
}

/** Removes unfinished files of killed processes. */
export async function deleteAbandonedFiles(folder: string): Promise<void> {
  for (const name of (await readdir(folder).catch(nullIfMissing)) ?? []) {
    if (!name.endsWith(unfinishedSuffix)) continue
    const path = join(folder, name)
    // Another process may have finished it meanwhile: then it has its real name.
    const found = await stat(path).catch(nullIfMissing)
    if (found && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(path, { force: true })
  }
}
