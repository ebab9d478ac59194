import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { toDay } from '@vitrine/contract'
import { openScratch } from '../adapters/files/files.ts'
import { openMediaStore } from '../adapters/media/open-media.ts'
import {
  deleteAbandonedFiles,
  deleteOldBackups,
  formatBackupName,
} from '../archive/automatic-backups.ts'
import { findInstallation, type Manifest } from '../archive/backup-file.ts'
import { writeBackup } from '../archive/write-backup.ts'
import { systemClock } from '../base/clock.ts'
import { requireExistingDatabase } from '../db/expect-database.ts'
import { openDatabase } from '../db/open.ts'
import { createLogger } from '../runtime/logger.ts'
import {
  type Command,
  parseCommandArgs,
  recordOperatorAudit,
  truncateList,
  UsageError,
} from './command.ts'

export const backupCommand: Command = {
  summary: 'write everything into one file',
  help: `Usage: vitrine backup [--to FILE.tar | --keep 8]

Writes the database as it is now and all pictures and recordings into one file, in the backup folder
unless you say where. It stays there; with --keep 8, the newest eight of this command stay, and older ones are
removed from the backup folder. The server may keep running. The file holds password hashes: keep it safe,
and keep a copy on another machine.`,

  async run(args, config) {
    const { target, keepCount } = parseOptions(args)
    const { folder } = config.backups
    const name = formatBackupName('vitrine', systemClock.now().toISOString())
    const file = resolve(target ?? join(folder, name))
    rejectUnusableTarget(file, target !== undefined)

    await deleteAbandonedFiles(dirname(file))
    await using db = openDatabase(
      requireExistingDatabase(config.database),
      createLogger(config.logLevel),
    )
    const media = await openMediaStore(config.media)
    const scratch = await openScratch(join(config.dataDir, 'tmp'))
    const manifest = await writeBackup(file, { db, clock: systemClock, scratch, media })
    await recordOperatorAudit(db, 'backed-up')
    const isKeptInBackupFolder = target === undefined && keepCount === null
    // Fails for an incomplete backup, for which no older one may be deleted.
    const summary = formatSummary(file, manifest, isKeptInBackupFolder)
    if (keepCount === null) return summary

    const installation = await findInstallation(db)
    const today = toDay(systemClock.now())
    if (installation)
      await deleteOldBackups(folder, 'vitrine', { count: keepCount, installation, today })
    return summary
  },
}

interface BackupOptions {
  /** The file to write; undefined for one in the backup folder. */
  readonly target: string | undefined
  /** How many backups of this command stay in the backup folder; null for all. */
  readonly keepCount: number | null
}

function parseOptions(args: readonly string[]): BackupOptions {
  const { values } = parseCommandArgs(args, {
    options: { to: { type: 'string' }, keep: { type: 'string' } },
  })
  const keepCount = values.keep === undefined ? null : Number(values.keep)
  if (keepCount !== null && !(Number.isInteger(keepCount) && keepCount > 0))
    throw new UsageError('--keep needs a number from 1 on.')
  if (keepCount !== null && values.to !== undefined)
    throw new UsageError('Please give --to or --keep, not both.')
  return { target: values.to, keepCount }
}

function rejectUnusableTarget(file: string, isChosenByOperator: boolean): void {
  if (existsSync(file)) throw new Error(`${file} already exists: please choose another name.`)
  // An unmounted disk looks like a missing folder; the backup must not be written to this disk
  // instead.
  if (isChosenByOperator && !existsSync(dirname(file)))
    throw new Error(
      `There is no folder ${dirname(file)}: please create it, or check that its disk is mounted.`,
    )
}

const retentionHint =
  'It is in the backup folder and stays there until you remove it: only the automatic backups make room for newer ones.'

function formatSummary(
  file: string,
  { tables, entries, media: { contents, missing, damaged } }: Manifest,
  isKeptInBackupFolder: boolean,
): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const megabytes = entries.reduce((sum, entry) => sum + entry.bytes, 0) / 1_000_000
  const counts = `${rows} rows, ${contents.length} pictures and recordings, ${megabytes.toFixed(1)} MB`
  const hint = isKeptInBackupFolder ? `\n${retentionHint}\n` : ''
  const summary = `${counts}: written and read back.\n\n  ${file}\n${hint}`
  if (missing.length + damaged.length === 0) return summary
  throw new Error(
    [
      summary,
      'But these files were missing or damaged; the backup contains what was left:',
      ...truncateList(missing.map((key) => `  missing: ${key}`)),
      ...truncateList(damaged.map((key) => `  damaged: ${key}`)),
    ].join('\n'),
  )
}
