import { dayOf, daysBetween } from '@vitrine/contract'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/tables.ts'
import { backupsIn } from '../backup-folder.ts'
import { choreStore } from '../chore-store.ts'
import type { Findings } from './findings.ts'

/** Whether the automatic backups come as they should. */
export async function checkBackups(db: Db, { daily, folder }: Config['backups'], clock: Clock): Promise<Findings> {
  const kept = await backupsIn(folder, 'daily')
  const notes = [`Daily backups: ${kept.length} in ${folder}.`]
  const chore = await choreStore(db).find('backup')
  if (!daily || !chore?.day) return { problems: [], notes }
  const age = daysBetween(chore.day, dayOf(clock.now()))
  return {
    problems: [
      ...(chore.problem ? [`The daily backup of ${chore.day} failed: ${chore.problem}`] : []),
      ...(age > 2 ? [`The last daily backup is ${age} days old: does the server run?`] : []),
    ],
    notes,
  }
}
