import { addDays, movementReasons } from '@vitrine/contract'
import { composeListMail, formatDueDate } from '../../adapters/mail/list-mail.ts'
import { readPlaceTree } from '../../items/places.ts'
import {
  createMailJob,
  type MailJobContext,
  type OneTimeMail,
  sentMailRetentionDays,
} from '../../jobs/send-once.ts'
import { type MovementRow, placeStore } from './store.ts'

/** Days before (negative) or after the expected return on which a reminder is mailed. */
const reminderDays = [-7, 0, 7]
const maxListedItems = 50

/** Mails reminders of expected returns to the person who moved the item, or else to all roots. */
export const returnReminderJob = (parts: MailJobContext) =>
  createMailJob(parts, {
    name: 'away',
    title: 'mail of items expected back',
    mails: composeReturnReminders,
  })

async function composeReturnReminders(
  { db, publicUrl, config }: MailJobContext,
  day: string,
): Promise<OneTimeMail[]> {
  const [site, foundation] = [publicUrl(), config.foundation.name]
  const store = placeStore(db)
  const places = await readPlaceTree(db)
  const accounts = await store.listMailAccounts()
  const mailRecipientIds = new Set(
    accounts.flatMap(({ id, task_mail }) => (task_mail === 1 ? [id] : [])),
  )
  const awayRows = (await Array.fromAsync(store.listAway())).flat()
  const dueReminders = awayRows.flatMap((row) => {
    // If several reminders of an item are due, only the latest is mailed.
    const offset = reminderDays.findLast((days) => isDue(addDays(row.back_on, days), day))
    return offset === undefined
      ? []
      : [{ row, subject: `return:${row.item_id}:${row.back_on}:${offset}` }]
  })

  return accounts.map(({ id, email, role }) => {
    /** Roots get the reminders of items whose movers get no mails. */
    const isForAccount = ({ user_id: moverId }: MovementRow) =>
      moverId !== null && mailRecipientIds.has(moverId) ? moverId === id : role === 'root'
    const rowByKey = new Map(
      dueReminders
        .filter(({ row }) => isForAccount(row))
        .map(({ row, subject }) => [`${subject}:${id}`, row]),
    )
    const keys = [...rowByKey.keys()]
    const compose = (claimed: ReadonlySet<string>) => {
      const listedRows = [...rowByKey].flatMap(([key, row]) => (claimed.has(key) ? [row] : []))
      return composeListMail({
        to: email,
        foundation,
        title: `${listedRows.length} × retour attendu / Rückkehr erwartet / expected back`,
        link: `${site}/places?away`,
        lines: listedRows.slice(0, maxListedItems).map((row) => ({
          heading: `${row.identifier} ${row.name}`.trim(),
          address: `${site}/inventory-detail/${row.item_id}`,
          text: [movementReasons[row.reason], row.to_id && places.pathOf(row.to_id)]
            .filter(Boolean)
            .join(', '),
          due: formatDueDate(row.back_on, day),
        })),
        count: listedRows.length,
        notes: [],
      })
    }
    return { keys, compose }
  })
}

/** Whether a reminder is due, and recent enough that the record of sent mails still covers it. */
const isDue = (reminderDay: string, today: string): boolean =>
  reminderDay <= today && reminderDay > addDays(today, -sentMailRetentionDays)
