import { stat, statfs } from 'node:fs/promises'
import type { Mailer } from '../adapters/mail/mail.ts'
import type { HealthFigures } from '../adapters/telemetry/metrics.ts'
import { listBackups } from '../archive/automatic-backups.ts'
import type { Config } from '../config/config.ts'
import { standardOutput } from './logger.ts'

/** Counts failures in this process, for the metrics. */
export function createHealthFigures({ dataDir, backups }: Pick<Config, 'dataDir' | 'backups'>) {
  let databaseErrors = 0
  let failedMails = 0

  const figures: HealthFigures = {
    droppedLogLines: standardOutput.dropped,
    databaseErrors: () => databaseErrors,
    failedMails: () => failedMails,
    lastBackupAt: () =>
      backups.daily ? findNewestBackupTime(backups.folder) : Promise.resolve(null),
    freeBytes: async () => ({
      data: await readFreeBytes(dataDir),
      backups: await readFreeBytes(backups.folder),
    }),
  }

  return {
    figures,
    onDatabaseError() {
      databaseErrors++
    },
    /** Wraps a mailer to count its failures, including a mail server that can't be reached. */
    countFailures(mailer: Mailer): Mailer {
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

/** Null if there is no daily backup or the folder can't be read. */
async function findNewestBackupTime(folder: string): Promise<Date | null> {
  try {
    const newest = (await listBackups(folder, 'daily')).at(-1)
    return newest ? (await stat(newest.path)).mtime : null
  } catch {
    return null
  }
}

/** Bytes that this user may still write; null if the folder does not exist. */
async function readFreeBytes(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null)
  return disk && disk.bavail * disk.bsize
}
