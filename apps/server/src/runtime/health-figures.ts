import { stat, statfs } from 'node:fs/promises'
import type { Mailer } from '../adapters/mail/mail.ts'
import type { HealthFigures } from '../adapters/telemetry/metrics.ts'
import { listBackups } from '../archive/automatic-backups.ts'
import type { Config } from '../config/config.ts'
import { standardOutput } from './logger.ts'

/** Counts what goes wrong in this process, for the metrics. */
export function createHealthFigures({ dataDir, backups }: Pick<Config, 'dataDir' | 'backups'>) {
  let databaseErrors = 0
  let failedMails = 0

  const figures: HealthFigures = {
    droppedLogLines: standardOutput.dropped,
    databaseErrors: () => databaseErrors,
    failedMails: () => failedMails,
    lastBackupAt: () => (backups.daily ? newestBackupIn(backups.folder) : Promise.resolve(null)),
    freeBytes: async () => ({
      data: await freeBytesIn(dataDir),
      backups: await freeBytesIn(backups.folder),
    }),
  }

  return {
    figures,
    onDatabaseError() {
      databaseErrors++
    },
    /** A mail server that can't be reached before a mail is written counts as well. */
    counting(mailer: Mailer): Mailer {
      const countFailure = (error: unknown) => {
        failedMails++
        throw error
      }
      return {
        verify: () => mailer.verify().catch(countFailure),
        send: (mail) => mailer.send(mail).catch(countFailure),
      }
    },
  }
}

/** Null where none can be seen. */
async function newestBackupIn(folder: string): Promise<Date | null> {
  try {
    const newest = (await listBackups(folder, 'daily')).at(-1)
    return newest ? (await stat(newest.path)).mtime : null
  } catch {
    return null
  }
}

/** Bytes that this user may still write; null where the folder does not exist. */
async function freeBytesIn(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null)
  return disk && disk.bavail * disk.bsize
}
