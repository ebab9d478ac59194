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
    const { values } = parseCommandArgs(args, {
      options: { to: { type: 'string' }, keep: { type: 'string' } },
    })
    const keep = values.keep === undefined ? null : Number(values.keep)
    if (keep !== null && !(Number.isInteger(keep) && keep > 0))
      throw new UsageError('--keep needs a number from 1 on.')
    if (keep !== null && values.to !== undefined)
      throw new UsageError('Please give --to or --keep, not both.')
    const file = resolve(
      values.to ??
        join(config.backups.folder, formatBackupName('vitrine', systemClock.now().toISOString())),
    )
    if (existsSync(file)) throw new Error(`${file} already exists: please choose another name.`)
    // An unmounted disk looks like a missing folder; the backup must not be written to this disk
    // instead.
    if (values.to !== undefined && !existsSync(dirname(file)))
      throw new Error(
        `There is no folder ${dirname(file)}: please create it, or check that its disk is mounted.`,
      )
    await deleteAbandonedFiles(dirname(file))
    await using db = openDatabase(
      requireExistingDatabase(config.database),
      createLogger(config.logLevel),
    )
    const media = await openMediaStore(config.media)
    const scratch = await openScratch(join(config.dataDir, 'tmp'))
    const manifest = await writeBackup(file, { db, clock: systemClock, scratch, media })
    await recordOperatorAudit(db, 'backed-up')
    const summary = formatSummary(file, manifest, values.to === undefined && keep === null)
    const installation = keep === null ? undefined : await findInstallation(db)
    if (keep !== null && installation) {
      const today = toDay(systemClock.now())
      await deleteOldBackups(config.backups.folder, 'vitrine', { count: keep, installation, today })
    }
    return summary
  },
}

const stayHint =
  'It is in the backup folder and stays there until you remove it: only the automatic backups make room for newer ones.'

function formatSummary(
  file: string,
  { tables, entries, media: { contents, missing, damaged } }: Manifest,
  inBackupFolder: boolean,
): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const megabytes = entries.reduce((sum, entry) => sum + entry.bytes, 0) / 1_000_000
  const done = `${rows} rows, ${contents.length} pictures and recordings, ${megabytes.toFixed(1)} MB: written and read back.\n\n  ${file}\n${inBackupFolder ? `\n${stayHint}\n` : ''}`
  if (missing.length + damaged.length === 0) return done
  throw new Error(
    [
      done,
      'But these files were missing or damaged; the backup contains what was left:',
      ...truncateList(missing.map((key) => `  missing: ${key}`)),
      ...truncateList(damaged.map((key) => `  damaged: ${key}`)),
    ].join('\n'),
  )
}
