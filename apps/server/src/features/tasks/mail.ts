import { type ItemComment, productName, shortened } from '@vitrine/contract'
import { dueWords, listMail } from '../../adapters/mail/list-mail.ts'
import type { Mail, Mailer } from '../../adapters/mail/mail.ts'
import type { Db } from '../../db/tables.ts'
import { commentStore, toComment } from '../comments/index.ts'
import { taskStore } from './store.ts'

interface Parts {
  readonly db: Db
  readonly mailer: Mailer
  /** The public address. */
  readonly site: string
  readonly foundation: string
  readonly signal: AbortSignal
}

const maxTasks = 50

/** Mails each assignee their open tasks, once a day; returns how many mails were sent. One that fails leaves the others alone. */
export async function mailOpenTasks({ db, mailer, site, foundation, signal }: Parts, day: string): Promise<number> {
  const store = taskStore(db)
  let sent = 0
  let failure: unknown
  for (const { id, email } of await store.toMail(day)) {
    signal.throwIfAborted()
    // Claimed before it is sent: a process that is killed in between sends none, never two.
    if (!(await store.claimMail(id, day))) continue
    const tasks = (await commentStore(db).openFor(id, maxTasks)).map((row) => toComment(row, id))
    const count = await commentStore(db).countOpen(id)
    try {
      await mailer.send(taskMail({ to: email, tasks, count, day, site, foundation }))
      sent += 1
    } catch (error) {
      await store.releaseMail(id)
      failure = error
    }
  }
  if (failure) throw failure
  return sent
}

interface TaskMail {
  readonly to: string
  readonly tasks: readonly ItemComment[]
  /** All of them; the mail names the first. */
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

function taskMail({ to, tasks, count, day, site, foundation }: TaskMail): Mail {
  return listMail({
    to,
    sender: `${productName} – ${foundation}`,
    title: `${count} ${wordings.map(({ tasks: words }) => words(count)).join(' / ')}`,
    link: `${site}/comments?open=mine`,
    lines: tasks.map((task) => ({
      about: `${task.identifier} ${task.item_name}`.trim(),
      address: `${site}/inventory-detail/${task.item_id}`,
      text: shortened(task.comment, maxTextLength),
      due: dueWords(task.task?.due, day),
    })),
    count,
    notes: wordings.map(({ lang, off }) => ({ lang, text: off })),
  })
}
