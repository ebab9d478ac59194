import { type ItemComment, truncateToLine } from '@vitrine/contract'
import { composeListMail, formatDueDate } from '../../adapters/mail/list-mail.ts'
import type { Mail } from '../../adapters/mail/mail.ts'
import { createMailJob, type MailJobContext, type OneTimeMail } from '../../jobs/send-once.ts'
import { commentStore, toComment } from '../comments/index.ts'
import { taskStore } from './store.ts'

const maxTasks = 50

/** Mails each assignee their open tasks, once a day. */
export const taskMailJob = (parts: MailJobContext) =>
  createMailJob(parts, { name: 'tasks', title: 'mail of open tasks', mails: composeTaskMails })

async function composeTaskMails(
  { db, publicUrl, config }: MailJobContext,
  day: string,
): Promise<OneTimeMail[]> {
  const assignees = await taskStore(db).listMailRecipients()
  return assignees.map(({ id, email }) => ({
    keys: [`tasks:${id}:${day}`],
    async compose() {
      const tasks = (await commentStore(db).openFor(id, maxTasks)).map((row) => toComment(row, id))
      const count = await commentStore(db).countOpen(id)
      return formatTaskMail({
        to: email,
        tasks,
        count,
        day,
        site: publicUrl(),
        foundation: config.foundation.name,
      })
    },
  }))
}

interface TaskMail {
  readonly to: string
  readonly tasks: readonly ItemComment[]
  /** Number of all open tasks; the mail lists the first ones. */
  readonly count: number
  readonly day: string
  readonly site: string
  readonly foundation: string
}

// In three languages, as the language of a user is not known.
const wordings = [
  {
    lang: 'fr',
    tasks: (count: number) => (count === 1 ? 'tâche ouverte' : 'tâches ouvertes'),
    off: 'Vous pouvez désactiver ce message dans le menu de votre compte.',
  },
  {
    lang: 'de',
    tasks: (count: number) => (count === 1 ? 'offene Aufgabe' : 'offene Aufgaben'),
    off: 'Sie können diese Nachricht im Menü Ihres Kontos abstellen.',
  },
  {
    lang: 'en',
    tasks: (count: number) => (count === 1 ? 'open task' : 'open tasks'),
    off: 'You can turn this message off in the menu of your account.',
  },
]

const maxTextLength = 300

function formatTaskMail({ to, tasks, count, day, site, foundation }: TaskMail): Mail {
  return composeListMail({
    to,
    foundation,
    title: `${count} ${wordings.map(({ tasks: words }) => words(count)).join(' / ')}`,
    link: `${site}/comments?open=mine`,
    lines: tasks.map((task) => ({
      heading: `${task.identifier} ${task.item_name}`.trim(),
      address: `${site}/inventory-detail/${task.item_id}`,
      text: truncateToLine(task.comment, maxTextLength),
      due: formatDueDate(task.task?.due, day),
    })),
    count,
    notes: wordings.map(({ lang, off }) => ({ lang, text: off })),
  })
}
