import type { ReminderParts } from '../adapters/mail/list-mail.ts'
import { dailyBackup } from '../archive/automatic-backups.ts'
import { type Chore, type DailyChores, dailyChores } from '../archive/daily-chores.ts'
import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import { withSecureDelete } from '../db/dialect.ts'
import { purgeAnswers } from '../db/once.ts'
import { openDatabase } from '../db/open.ts'
import { purgeComments } from '../features/comments/index.ts'
import { purgeGuide } from '../features/guide/index.ts'
import { purgeJournal } from '../features/journal/index.ts'
import { pictureSizes, rememberLikenesses } from '../features/media/index.ts'
import { mailAway } from '../features/places/index.ts'
import { purgeQuestions } from '../features/questions/index.ts'
import { mailOpenTasks } from '../features/tasks/index.ts'
import { purgeViews } from '../features/views/index.ts'
import { applyChangesIn, rebuildGaps } from '../projections/index.ts'

/** All daily chores. */
export const choresOf = (context: Context): DailyChores =>
  dailyChores(context, [
    // First, so that today's backup contains nothing that is purged today.
    purge(context),
    ...(context.config.backups.daily ? [dailyBackup(context)] : []),
    gaps(context),
    datestamps(context),
    taskMails(context),
    awayMails(context),
    likenesses(context),
  ])

/** Purges soft-deleted rows past their retention. */
export const purge = ({ config, clock, log }: Pick<Context, 'config' | 'clock' | 'log'>): Chore => ({
  name: 'purge',
  title: 'removal of what was deleted',
  async run() {
    // On a separate connection: it may take long, and must not block the others.
    await using db = openDatabase(config.database, log)
    const removed = await withSecureDelete(db, async (tx) => ({
      entries: await purgeJournal(tx, clock),
      comments: await purgeComments(tx, clock),
      views: await purgeViews(tx, clock),
      questions: await purgeQuestions(tx, clock),
      salts: await purgeGuide(tx, clock),
      answers: await purgeAnswers(tx, clock),
    }))
    log.info(removed, 'what was deleted long enough ago was removed for good')
  },
})

/** A rule may be new in this version, or depend on the year. */
export const gaps = ({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>): Chore => ({
  name: 'gaps',
  title: 'look for what items lack',
  async run() {
    const items = await db.transaction().execute((tx) => rebuildGaps(tx, clock.now()))
    if (items > 0) log.info({ items }, 'the gaps of items were recalculated')
  },
})

/** Dates changes daily, so that their datestamps do not depend on when harvesters ask. */
export const datestamps = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Chore => ({
  name: 'exchange',
  title: 'dating of changes for harvesters',
  async run() {
    await db.transaction().execute((tx) => applyChangesIn(tx, clock.now()))
  },
})

type MailContext = Pick<Context, 'db' | 'clock' | 'log' | 'mailer' | 'publicUrl'> & {
  readonly config: Pick<Config, 'mail' | 'foundation'>
}

/** A chore of the morning that mails reminders. */
const reminders =
  (chore: Pick<Chore, 'name' | 'title'>, send: (parts: ReminderParts, day: string) => Promise<number>) =>
  ({ db, mailer, publicUrl, config, log }: MailContext): Chore => ({
    ...chore,
    fromHour: config.mail.taskHour,
    async run(day, signal) {
      const sent = await send({ db, mailer, site: publicUrl(), foundation: config.foundation.name, signal }, day)
      if (sent > 0) log.info({ sent }, `the ${chore.title} was sent`)
    },
  })

export const taskMails = reminders({ name: 'tasks', title: 'mail of open tasks' }, mailOpenTasks)
export const awayMails = reminders({ name: 'away', title: 'mail of items expected back' }, mailAway)

/** Computes the likenesses of pictures that came without one, as those of the demo do. */
const likenesses = ({ db, get, log }: Context): Chore => ({
  // The name of its row, from when it made missing sizes, too.
  name: 'sizes',
  title: 'look at new pictures',
  async run(_day, signal) {
    const looked = await rememberLikenesses(db, get(pictureSizes), signal)
    if (looked.remembered > 0) log.info({ pictures: looked.remembered }, 'what pictures look like was worked out')
    if (looked.failed.length > 0) log.warn({ pictures: looked.failed.length }, 'pictures could not be looked at')
  },
})
