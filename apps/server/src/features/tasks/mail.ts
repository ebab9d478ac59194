import { addDays, type ItemComment, type Notice, truncateToLine } from '@vitrine/contract'
import { composeListMail, formatDueDate } from '../../adapters/mail/list-mail.ts'
import type { Mail } from '../../adapters/mail/mail.ts'
import { createMailJob, type MailJobContext, type OneTimeMail } from '../../jobs/send-once.ts'
import { commentStore, noticeService, toComment } from '../comments/index.ts'
import { taskStore } from './store.ts'

const maxListedTasks = 50
/** Older notices are no news, and the record of sent mails may have forgotten them. */
const maxNoticeAgeDays = 30

/** Mails each user their open tasks and unread replies, in one mail a day. */
export const taskMailJob = (parts: MailJobContext) =>
  createMailJob(parts, { name: 'tasks', title: 'mail of open tasks', mails: composeTaskMails })

async function composeTaskMails(context: MailJobContext, day: string): Promise<OneTimeMail[]> {
  const { db, clock, publicUrl, config } = context
  const comments = commentStore(db)
  const notices = noticeService(db, clock)
  const oldest = addDays(day, -maxNoticeAgeDays)

  const mails: OneTimeMail[] = []
  for (const { id, email } of await taskStore(db).listMailRecipients()) {
    const unread = (await notices.listUnread(id)).filter(({ at }) => at >= oldest)
    const noticesByKey = new Map(unread.map((notice) => [formatNoticeKey(id, notice), notice]))
    const tasksKey = `tasks:${id}:${day}`
    const taskCount = await comments.countOpen(id)
    mails.push({
      keys: [...(taskCount > 0 ? [tasksKey] : []), ...noticesByKey.keys()],
      async compose(claimed) {
        const hasTasks = claimed.has(tasksKey)
        const rows = hasTasks ? await comments.listOpenTasks(id, maxListedTasks) : []
        return formatTaskMail({
          to: email,
          notices: [...noticesByKey].flatMap(([key, notice]) => (claimed.has(key) ? notice : [])),
          tasks: rows.map((row) => toComment(row, id)),
          count: hasTasks ? taskCount : 0,
          day,
          site: publicUrl(),
          foundation: config.foundation.name,
        })
      },
    })
  }
  return mails
}

/** Contains the time, so that a task that is assigned again is a new notice. */
const formatNoticeKey = (userId: number, { at, comment }: Notice): string =>
  `notice:${userId}:${comment.id}:${at}`

interface TaskMail {
  readonly to: string
  /** Replies and assignments that were not mailed yet. */
  readonly notices: readonly Notice[]
  readonly tasks: readonly ItemComment[]
  /** Number of all open tasks; the mail lists the first ones. */
  readonly count: number
  readonly day: string
  readonly site: string
  readonly foundation: string
}

// Mails are in three languages, because the language of a user is not known.
const wordings = [
  {
    lang: 'fr',
    tasks: (count: number) => (count === 1 ? 'tâche ouverte' : 'tâches ouvertes'),
    replies: (count: number) => (count === 1 ? 'nouvelle réponse' : 'nouvelles réponses'),
    off: 'Vous pouvez désactiver ce message dans le menu de votre compte.',
  },
  {
    lang: 'de',
    tasks: (count: number) => (count === 1 ? 'offene Aufgabe' : 'offene Aufgaben'),
    replies: (count: number) => (count === 1 ? 'neue Antwort' : 'neue Antworten'),
    off: 'Sie können diese Nachricht im Menü Ihres Kontos abstellen.',
  },
  {
    lang: 'en',
    tasks: (count: number) => (count === 1 ? 'open task' : 'open tasks'),
    replies: (count: number) => (count === 1 ? 'new reply' : 'new replies'),
    off: 'You can turn this message off in the menu of your account.',
  },
]

const maxTextLength = 300

function formatTaskMail({ to, notices, tasks, count, day, site, foundation }: TaskMail): Mail {
  const noticedIds = new Set(notices.map(({ comment }) => comment.id))
  const otherTasks = tasks.filter(({ id }) => !noticedIds.has(id))
  const replyCount = notices.filter(({ kind }) => kind === 'reply').length
  const toLine = ({ comment }: { comment: ItemComment }, by = '') => ({
    heading: `${comment.identifier} ${comment.item_name}`.trim(),
    address: `${site}/inventory-detail/${comment.item_id}#comment-${comment.id}`,
    text: truncateToLine(by ? `${by}: ${comment.comment}` : comment.comment, maxTextLength),
    due: formatDueDate(comment.task?.due, day),
  })

  return composeListMail({
    to,
    foundation,
    title: [formatCount(count, 'tasks'), formatCount(replyCount, 'replies')]
      .filter(Boolean)
      .join(' · '),
    link: count > 0 ? `${site}/comments?open=mine` : site,
    lines: [
      ...notices.map((notice) => toLine(notice, notice.by)),
      ...otherTasks.map((comment) => toLine({ comment })),
    ],
    // All tasks, listed or not, and replies. New assignments count as tasks.
    count: Math.max(count + replyCount, notices.length),
    notes: wordings.map(({ lang, off }) => ({ lang, text: off })),
  })
}

/** '2 tâches ouvertes / offene Aufgaben / open tasks'; empty for none. */
function formatCount(count: number, kind: 'tasks' | 'replies'): string {
  if (count === 0) return ''
  return `${count} ${wordings.map((wording) => wording[kind](count)).join(' / ')}`
}
