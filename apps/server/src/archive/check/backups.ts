import { dayOf, daysBetween } from '@vitrine/contract'
import type { Clock } from '../../base/clock.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/tables.ts'
import { type AutomaticBackup, ownBackups } from '../backup-folder.ts'
import { choreStore } from '../chore-store.ts'
import { installationOf } from '../installation.ts'
import { openBackup } from '../read-backup.ts'
import { type Findings, reasonOf } from './findings.ts'

/** Whether the automatic backups come as they should, are where the record says, and can be read. */
export async function checkBackups(db: Db, { daily, folder }: Config['backups'], clock: Clock): Promise<Findings> {
  const installation = await installationOf(db)
  if (!installation)
    return { problems: ['This database has no id: its backups can’t be distinguished from others.'], notes: [] }
  const { own, unreadable } = await ownBackups(folder, 'daily', installation)
  const { good, problems } = await lastGood(own)
  const notes = [
    `Daily backups: ${own.length} in ${folder}.`,
    good ? `The last good one was made at ${good.madeAt}: ${good.name}.` : 'None of them can be read.',
  ]
  const chore = await choreStore(db).find('backup')
  if (!daily || !chore?.day) return { problems: [], notes }

  const today = dayOf(clock.now())
  const age = daysBetween(chore.day, today)
  const isThere = [...own, ...unreadable].some(({ day }) => day === chore.day)
  return {
    problems: [
      ...(chore.problem ? [`The daily backup of ${chore.day} failed: ${chore.problem}`] : []),
      ...(chore.finished_at && !isThere
        ? [`The daily backup of ${chore.day} was written, but is no longer in ${folder}.`]
        : []),
      ...unreadable.map(({ name }) => `The backup ${name} is damaged: please move it away.`),
      ...problems,
      ...(good
        ? []
        : ['There is no good daily backup: please run backup now, and check the disk that it is written to.']),
      ...(age > 2 ? [`The last daily backup is ${age} days old: is the server running?`] : []),
    ],
    notes,
  }
}

/** The newest backup that can be read back in full, and the problems of newer ones. */
async function lastGood(own: readonly AutomaticBackup[]) {
  const problems: string[] = []
  for (const { name, path } of own.toReversed()) {
    try {
      const { manifest } = await openBackup(path)
      return { good: { name, madeAt: manifest.madeAt }, problems }
    } catch (error) {
      problems.push(`The backup ${name} can’t be read back: ${reasonOf(error)}`)
    }
  }
  return { good: null, problems }
}
