import { daysLater, movementReasons } from '@vitrine/contract'
import { dueWords, listMail, type ReminderParts, sendReminders } from '../../adapters/mail/list-mail.ts'
import { readPlaces } from '../../db/places.ts'
import { placeStore } from './store.ts'

/** Days from the expected return at which a reminder is mailed. */
const reminderDays = [-7, 0, 7]
const maxNamed = 50

/** Reminds of items that are expected back; returns how many mails were sent. */
export async function mailAway({ db, site, foundation, ...parts }: ReminderParts, day: string): Promise<number> {
  const store = placeStore(db)
  const places = await readPlaces(db)
  const { own, roots } = await store.addresses()
  const reminders = (await Array.fromAsync(store.away()))
    .flat()
    .map((row) => ({ row, due: reminderDays.filter((days) => daysLater(row.back_on, days) <= day).length }))
    .filter(({ row, due }) => due > row.reminders)
  const mails = new Map<string, typeof reminders>()
  for (const reminder of reminders) {
    const { row, due } = reminder
    if (!(await store.claimReminder(row.id, row, due))) continue
    const mover = row.user_id === null ? undefined : own.get(row.user_id)
    for (const to of mover ? [mover] : roots) mails.set(to, [...(mails.get(to) ?? []), reminder])
  }
  const claimed = [...mails].map(([to, about]) => ({
    mail: listMail({
      to,
      foundation,
      title: `${about.length} × retour attendu / Rückkehr erwartet / expected back`,
      link: `${site}/places?away`,
      lines: about.slice(0, maxNamed).map(({ row }) => ({
        about: `${row.identifier} ${row.name}`.trim(),
        address: `${site}/inventory-detail/${row.item_id}`,
        text: [movementReasons[row.reason], row.to_id && places.pathOf(row.to_id)].filter(Boolean).join(', '),
        due: dueWords(row.back_on, day),
      })),
      count: about.length,
      notes: [],
    }),
    async release() {
      for (const { row, due } of about) await store.claimReminder(row.id, { reminders: due }, row.reminders)
    },
  }))
  return sendReminders(claimed, parts)
}
