import { resolve } from 'node:path'
import { openMediaStore } from '../adapters/media/open-media.ts'
import { exportEverything } from '../archive/export.ts'
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

export const exportCommand: Command = {
  summary: 'write everything in open formats: CSV, JSON, original files',
  help: `Usage: vitrine export --to FOLDER

Writes everything into a new folder: tables as CSV, all data with its history as JSON, pictures and
recordings as they were uploaded, and a README.txt that explains the files. Nothing of it needs Vitrine.
Passwords and sessions are left out. To bring data back, use backup and restore.`,

  async run(args, config) {
    const { values } = parseCommandArgs(args, { options: { to: { type: 'string' } } })
    if (!values.to) throw new UsageError('Where to? Please name a folder with --to.')
    const folder = resolve(values.to)
    await using db = openDatabase(
      requireExistingDatabase(config.database),
      createLogger(config.logLevel),
    )
    const media = await openMediaStore(config.media)
    const { files, missing } = await exportEverything(folder, { db, media, clock: systemClock })
    await recordOperatorAudit(db, 'exported')
    if (missing.length === 0) return `${files} files were written.\n\n  ${folder}\n`
    throw new Error(
      [
        `${files} files were written to ${folder}, but these are missing:`,
        ...truncateList(missing.map((name) => `  ${name}`)),
      ].join('\n'),
    )
  },
}
