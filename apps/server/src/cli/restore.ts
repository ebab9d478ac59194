import { existsSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openScratch } from '../adapters/files/files.ts'
import { openMediaStore } from '../adapters/media/open-media.ts'
import type { Backup, Manifest } from '../archive/backup-file.ts'
import { openVerifiedBackup, restoreBackup } from '../archive/restore-backup.ts'
import type { Config } from '../config/config.ts'
import { openDatabase } from '../db/open.ts'
import { createLogger } from '../runtime/logger.ts'
import {
  type Command,
  parseCommandArgs,
  recordOperatorAudit,
  truncateList,
  UsageError,
} from './command.ts'

export const restoreCommand: Command = {
  summary: 'put a backup into an empty place',
  help: `Usage: vitrine restore FILE.tar [--without-media]

Puts a backup into the configured database and media place, which must be empty. The backup is read and
checked first; if anything is wrong with it, nothing is written. It may come from either kind of database
and from an older version.

The daily backups name pictures and recordings but do not hold them: the media folder must be in its
place. With --without-media the database is restored regardless.`,

  async run(args, config) {
    const { values, positionals } = parseCommandArgs(args, {
      options: { 'without-media': { type: 'boolean' } },
      allowPositionals: true,
    })
    const [file] = positionals
    if (!file || positionals.length > 1) throw new UsageError('Which backup? Please name one file.')
    const fileStats = statSync(file, { throwIfNoEntry: false })
    if (!fileStats?.isFile())
      throw new Error(`${fileStats ? 'This is not a file:' : 'There is no file'} ${resolve(file)}.`)
    const withoutMedia = values['without-media'] ?? false
    // Verified first: opening the database may create it.
    const backup = await openVerifiedBackup(resolve(file))
    await restoreIntoConfigured(backup, config, withoutMedia)
    return formatSummary(backup.manifest, withoutMedia)
  },
}

// The database itself, its write-ahead log and the index of that log.
const sqliteFileEndings = ['', '-wal', '-shm']

/** Removes a database file that it created if the restore fails. */
async function restoreIntoConfigured(
  backup: Backup,
  config: Config,
  withoutMedia: boolean,
): Promise<void> {
  const { database } = config
  const isNew = database.kind === 'sqlite' && !existsSync(database.file)
  const db = openDatabase(database, createLogger(config.logLevel))
  try {
    const media = await openMediaStore(config.media)
    const scratch = await openScratch(join(config.dataDir, 'tmp'))
    await restoreBackup(backup, { db, media, scratch, withoutMedia })
    await recordOperatorAudit(db, 'restored')
    await db.destroy()
  } catch (error) {
    await db.destroy()
    if (isNew)
      for (const ending of sqliteFileEndings) rmSync(database.file + ending, { force: true })
    throw error
  }
}

function formatSummary(manifest: Manifest, withoutMedia: boolean): string {
  const {
    madeAt,
    tables,
    media: { included, contents, missing, damaged },
  } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const media = `${contents.length} pictures and recordings`
  const restored = `Restored as of ${madeAt}: ${rows} rows`
  if (included && missing.length + damaged.length === 0)
    return `${restored}, ${media}. All of it was compared with the backup.`
  if (included)
    return [
      `${restored}, ${media}. It was compared with the backup, in which these files were missing or damaged:`,
      ...truncateList(missing.map((key) => `  missing: ${key}`)),
      ...truncateList(damaged.map((key) => `  damaged: ${key}`)),
    ].join('\n')
  return withoutMedia
    ? `${restored}, compared with the backup. It does not hold its ${media}: check names the missing ones.`
    : `${restored}, compared with the backup. Its ${media} are in their place.`
}
