import { dailyBackupJob } from '../archive/automatic-backups.ts'
import type { Context } from '../context.ts'
import { withSecureDelete } from '../db/dialect.ts'
import { purgeIdempotentAnswers } from '../db/idempotency.ts'
import { openDatabase } from '../db/open.ts'
import type { DailyJob } from '../jobs/daily-jobs.ts'
import type { JobRegistry } from '../jobs/registry.ts'
import { purgeSentMails } from '../jobs/send-once.ts'
import { rebuildGaps, updateExchangeRecordsInTransaction } from '../projections/index.ts'

/** Lists the daily jobs of the features and of the parts below them. */
export function listDailyJobs(context: Context): DailyJob[] {
  const { jobs, config } = context
  jobs.purge('answers', purgeIdempotentAnswers)
  jobs.purge('mails', purgeSentMails)
  return [
    // Runs first, so that today's backup contains nothing that is purged today.
    purgeJob(context, jobs.purges),
    ...(config.backups.daily ? [dailyBackupJob(context)] : []),
    gapsJob(context),
    datestampJob(context),
    ...jobs.dailyJobs,
  ]
}

/** Purges rows past their retention. */
const purgeJob = (
  { config, clock, log }: Pick<Context, 'config' | 'clock' | 'log'>,
  purges: JobRegistry['purges'],
): DailyJob => ({
  name: 'purge',
  title: 'removal of what was deleted',
  async run() {
    // Uses a separate connection: it may take long, and must not block others.
    await using db = openDatabase(config.database, log)
    const removed = await withSecureDelete(db, async (tx) => {
      const counts: Record<string, number> = {}
      for (const [rowKind, remove] of purges) counts[rowKind] = await remove(tx, clock)
      return counts
    })
    log.info(removed, 'what was deleted long enough ago was removed for good')
  },
})

/** Recalculates gaps, because a rule may be new in this version or depend on the year. */
const gapsJob = ({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>): DailyJob => ({
  name: 'gaps',
  title: 'look for what items lack',
  async run() {
    const items = await db.transaction().execute((tx) => rebuildGaps(tx, clock.now()))
    if (items > 0) log.info({ items }, 'the gaps of items were recalculated')
  },
})

/** Dates changes daily, so that their datestamps do not depend on when harvesters ask. */
const datestampJob = ({ db, clock }: Pick<Context, 'db' | 'clock'>): DailyJob => ({
  name: 'exchange',
  title: 'dating of changes for harvesters',
  async run() {
    await db.transaction().execute((tx) => updateExchangeRecordsInTransaction(tx, clock.now()))
  },
})
