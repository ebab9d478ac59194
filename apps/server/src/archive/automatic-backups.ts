import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { toDay } from '@vitrine/contract'
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

interface BackupOrder {
  /** A daily backup, or one before a migration. */
  readonly kind: 'daily' | 'before'
  /** The day or instant in the file's name. */
  readonly time: string
  /** The migration in the file's name. */
  readonly migration?: string
  readonly signal?: AbortSignal | undefined
}

/** Writes a backup without the files of pictures and recordings, which never change once stored. */
async function writeAutomaticBackup(
  { config, clock, log }: Parts,
  { kind, time, migration = '', signal }: BackupOrder,
): Promise<string> {
  const { folder, keep } = config.backups
  const file = getFreePath(folder, formatBackupName(kind, time, migration))
  await deleteAbandonedFiles(folder)

  await using db = openDatabase(config.database, log)
  const scratch = await openScratch(join(config.dataDir, 'tmp'))
  await writeBackup(file, { db, clock, scratch, media: null, signal })

  const installation = await findInstallation(db)
  // Without an id, other installations' backups can't be told apart, so none are deleted.
  if (installation)
    await deleteOldBackups(folder, kind, { count: keep, installation, today: toDay(clock.now()) })
  return file
}

/** Returns the hook that `migrate` calls before its first change. */
export const backupBeforeMigration =
  (parts: Parts) =>
  async (migration: string): Promise<void> => {
    try {
      await writeAutomaticBackup(parts, { kind: 'before', time: instant(parts.clock), migration })
    } catch (error) {
      throw new Error(
        'the database has to be changed for this version, and could not be backed up before',
        { cause: error },
      )
    }
  }

export const dailyBackupJob = (parts: Parts): DailyJob => ({
  name: 'backup',
  title: 'backup',
  async run(day, signal) {
    const file = await writeAutomaticBackup(parts, { kind: 'daily', time: day, signal })
    parts.log.info({ file }, 'the daily backup was written')
  },
})

// A backup in progress is written to all the time, except while it is verified, which takes less.
const abandonedAfterMs = hours(6)

/**
 * The server writes `daily` and `before` (a migration), and deletes old ones. The backup command
 * writes `vitrine`, and deletes old ones only with --keep.
 */
type NamedKind = 'vitrine' | 'daily' | 'before'

/** Formats the file name of a backup. Within a kind, names sort by time. */
export function formatBackupName(kind: NamedKind, time: string, migration = ''): string {
  // Without colons, which Windows does not allow, and without milliseconds.
  const shortTime = time.replaceAll(':', '-').replace(/\.\d+Z$/, 'Z')
  return `${[kind, shortTime, migration].filter(Boolean).join('-')}.tar`
}

/** Returns the path for a new file, numbered if its name is taken: 'daily-2026-11-15-2.tar'. */
export function getFreePath(folder: string, name: string): string {
  const toNumberedPath = (number: number) =>
    join(folder, number === 1 ? name : name.replace(/\.tar$/, `-${number}.tar`))
  let number = 1
  while (existsSync(toNumberedPath(number))) number++
  return toNumberedPath(number)
}

// Names as `formatBackupName` gives them, with a number if `getFreePath` added one. Only such files
// are deleted, never one such as `daily-letters.tar`.
const deletableNames: Readonly<Record<NamedKind, RegExp>> = {
  vitrine: /^vitrine-(?<day>\d{4}-\d\d-\d\d)T[\d-]+Z\.tar$/,
  daily: /^daily-(?<day>\d{4}-\d\d-\d\d)(?:-(?<number>\d{1,3}))?\.tar$/,
  before: /^before-(?<day>\d{4}-\d\d-\d\d)T[\d-]+Z-.+\.tar$/,
}

export interface AutomaticBackup {
  readonly name: string
  readonly path: string
  /** Day in the file's name. */
  readonly day: string
}

/** Lists the backups of a kind in a folder, of any installation, oldest first. */
export async function listBackups(folder: string, kind: NamedKind): Promise<AutomaticBackup[]> {
  const names = (await readdir(folder).catch(nullIfMissing)) ?? []
  const backups: (AutomaticBackup & { readonly sortKey: string })[] = []
  for (const name of names) {
    const match = deletableNames[kind].exec(name)
    if (!match) continue
    const { day = '', number = '1' } = match.groups ?? {}
    // Numbers have up to three digits: the tenth backup of a day follows the ninth.
    const sortKey = `${day} ${number.padStart(3, '0')} ${name}`
    backups.push({ name, path: join(folder, name), day, sortKey })
  }
  return backups.toSorted((a, b) => (a.sortKey < b.sortKey ? -1 : 1))
}

/** Lists the backups of this installation, and those whose manifest can't be read. */
export async function listOwnBackups(folder: string, kind: NamedKind, installation: Installation) {
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
 * Deletes all but the newest backups of this installation. A backup dated in the future by a wrong
 * clock is neither counted nor deleted, as it would be the newest for years.
 */
export async function deleteOldBackups(
  folder: string,
  kind: NamedKind,
  { count, installation, today }: { count: number; installation: Installation; today: string },
): Promise<void> {
  const { own } = await listOwnBackups(folder, kind, installation)
  const notInFuture = own.filter(({ day }) => day <= today)
  for (const { path } of notInFuture.slice(0, -count)) await rm(path, { force: true })
}

/** Deletes the unfinished files of killed processes. */
export async function deleteAbandonedFiles(folder: string): Promise<void> {
  for (const name of (await readdir(folder).catch(nullIfMissing)) ?? []) {
    if (!name.endsWith(unfinishedSuffix)) continue
    const path = join(folder, name)
    // Another process may have finished and renamed it meanwhile.
    const file = await stat(path).catch(nullIfMissing)
    if (file && Date.now() - file.mtimeMs > abandonedAfterMs) await rm(path, { force: true })
  }
}
