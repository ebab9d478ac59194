import { addDays, toDay } from '@vitrine/contract'
import type { Mail, Mailer } from '../adapters/mail/mail.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Config } from '../config/config.ts'
import { tryWrite } from '../db/dialect.ts'
import type { Db, Tx } from '../db/tables.ts'
import type { DailyJob } from './daily-jobs.ts'

/** A mail about one or more subjects; each subject is mailed once. */
export interface OneTimeMail {
  /**
   * One key per subject, such as 'tasks:7:2026-05-31': mailed once within `sentMailRetentionDays`.
   */
  readonly keys: readonly string[]
  /** Composes the mail about the subjects that were not mailed yet. */
  compose(keys: ReadonlySet<string>): Promise<Mail> | Mail
}

export interface MailJobContext {
  readonly db: Db
  readonly mailer: Mailer
  readonly clock: Clock
  readonly log: Log
  readonly publicUrl: () => string
  readonly config: Pick<Config, 'limits' | 'foundation'>
}

interface MailJob {
  readonly name: string
  readonly title: string
  mails(context: MailJobContext, day: string): Promise<OneTimeMail[]>
}

/** Creates a job that sends each of its mails once, in the morning. */
export const createMailJob = (
  context: MailJobContext,
  { name, title, mails }: MailJob,
): DailyJob => ({
  name,
  title,
  fromHour: context.config.limits.dailyMailHour,
  async run(day, signal) {
    const sentCount = await sendOnce(await mails(context, day), { ...context, signal })
    if (sentCount > 0) context.log.info({ sent: sentCount }, `the ${title} was sent`)
  },
})

type SendContext = Pick<MailJobContext, 'db' | 'mailer' | 'clock'> & {
  readonly signal: AbortSignal
}

export const sentMailRetentionDays = 400

/**
 * Sends each mail once across all processes; returns how many were sent. A mail is claimed before
 * it is sent: a process killed in between sends none, but never two. A mail that fails is released
 * for the next run, and the others are still sent.
 */
async function sendOnce(
  mails: Iterable<OneTimeMail>,
  { db, mailer, clock, signal }: SendContext,
): Promise<number> {
  const store = sentMailStore(db)
  let sentCount = 0
  let lastFailure: unknown
  for (const { keys, compose } of mails) {
    signal.throwIfAborted()
    const claimed = await store.claim(keys, toDay(clock.now()))
    if (claimed.size === 0) continue
    try {
      await mailer.send(await compose(claimed))
      sentCount++
    } catch (error) {
      await store.release(claimed)
      lastFailure = error
    }
  }
  if (lastFailure) throw lastFailure
  return sentCount
}

export const purgeSentMails = (tx: Tx, clock: Clock): Promise<number> =>
  sentMailStore(tx).purge(addDays(toDay(clock.now()), -sentMailRetentionDays))

const sentMailStore = (db: Db) => ({
  /** Claims keys; returns those that were not claimed before. */
  async claim(keys: readonly string[], day: string): Promise<Set<string>> {
    const claimed = new Set<string>()
    for (const key of keys) {
      const insertion = db
        .insertInto('sent_mail')
        .values({ key, day })
        .onConflict((conflict) => conflict.doNothing())
      if (await tryWrite(insertion)) claimed.add(key)
    }
    return claimed
  },

  release: (keys: ReadonlySet<string>) =>
    db
      .deleteFrom('sent_mail')
      .where('key', 'in', [...keys])
      .execute(),

  async purge(before: string): Promise<number> {
    const { numDeletedRows } = await db
      .deleteFrom('sent_mail')
      .where('day', '<', before)
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
})
