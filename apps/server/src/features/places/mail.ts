import { daysLater, movementReasons, productName } from '@vitrine/contract'
import { dueWords, listMail } from '../../adapters/mail/list-mail.ts'
import type { Mailer } from '../../adapters/mail/mail.ts'
import { readPlaces } from '../../db/places.ts'
import type { Db } from '../../db/tables.ts'
import { type MovementRow, placeStore } from './store.ts'

interface Parts {
  readonly db: Db
  readonly mailer: Mailer
  /** The public address. */
  readonly site: string
  readonly foundation: string
  readonly signal: AbortSignal
}

/** Days from the expected return at which a reminder is mailed. */
const reminderDays = [-7, 0, 7]
const maxNamed = 50

/** Reminds of items that are expected back; returns how many mails were sent. One that fails leaves the others alone. */
export async function mailAway({ db, mailer, site, foundation, signal }: Parts, day: string): Promise<number> {
  const store = placeStore(db)
  const places = await readPlaces(db)
  const { own, roots } = await store.addresses()
  const mails = new Map<string, Reminder[]>()
  for (const row of await store.away()) {
    const due = reminderDays.filter((days) => daysLater(row.back_on, days) <= day).length
    // Claimed before it is sent: a process that is killed in between sends none, never two.
    if (due <= row.reminders || !(await store.claimReminder(row.id, row, due))) continue
    const mover = row.user_id === null ? undefined : own.get(row.user_id)
    for (const to of mover ? [mover] : roots) mails.set(to, [...(mails.get(to) ?? []), { row, due }])
  }
  let failure: unknown
  for (const [to, reminders] of mails) {
    const mail = listMail({
      to,
      sender: `${productName} – ${foundation}`,
      title: `${reminders.length} × retour attendu / Rückkehr erwartet / expected back`,
      link: `${site}/places?away`,
      lines: reminders.slice(0, maxNamed).map(({ row }) => ({
        about: `${row.identifier} ${row.name}`.trim(),
        address: `${site}/inventory-detail/${row.item_id}`,
        text: [movementReasons[row.reason], row.to_id && places.pathOf(row.to_id)].filter(Boolean).join(', '),
        due: dueWords(row.back_on, day),
      })),
      count: reminders.length,
      notes: [],
    })
    try {
      signal.throwIfAborted()
      await mailer.send(mail)
    } catch (error) {
      for (const { row, due } of reminders) await store.claimReminder(row.id, { reminders: due }, row.reminders)
      failure = error
    }
  }
  if (failure) throw failure
  return mails.size
}

/** An item to remind of, and how many reminders that makes. */
interface Reminder {
  readonly row: MovementRow
  readonly due: number
}
