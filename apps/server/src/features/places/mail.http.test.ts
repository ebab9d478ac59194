// @module-tag sqlite

import { addDays, api, startOfDay, toDay } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { addItem, addPlace } from '../../../test/inventory.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { startTestServer } from '../../../test/server.ts'
import { hours } from '../../base/clock.ts'

/** Days from today to the expected return. */
const returnDay = 20

test('mails reminders a week before, on and a week after an expected return', async () => {
  await using mail = await startMailServer()
  await using server = await startTestServer({
    SMTP_URL: mail.url,
    MAIL_FROM: 'Vitrine <vitrine@example.org>',
    // Turns the daily backup off, which takes longer than all other jobs.
    BACKUP_KEEP: '0',
  })
  const [root, admin] = [await server.signIn('root'), await server.signIn('admin')]
  const borrower = await addPlace(root, 'Kunsthaus Zürich', { kind: 'outside' })
  const hall = await addPlace(root, 'Saal 9')
  const staysAwayId = await addItem(root, { identifier: 'LG-A1', name: 'Étude' })
  const comesBackId = await addItem(root)
  const today = toDay(server.clock.now())
  const backOn = addDays(today, returnDay)
  const ids = [staysAwayId, comesBackId]
  await admin.call(api.places.move, { body: { ids, to: borrower.id, reason: 'loan', backOn } })

  await using secondServer = await server.another()
  await using withoutMail = await server.another({ SMTP_URL: 'smtp://127.0.0.1:1' })

  const listReminders = () => mail.mails.filter(({ subject }) => subject?.includes('expected back'))
  const setTime = (dayFromToday: number, hour: number) => {
    const time = Date.parse(startOfDay(addDays(today, dayFromToday))) + hours(hour)
    server.clock.advance(time - server.clock.now().getTime())
  }
  /** Runs the daily jobs of a day; returns how many reminders were mailed so far. */
  const countRemindersOn = async (dayFromToday: number, servers = [server, secondServer]) => {
    // All other jobs run before: with SQLite, they would make the servers wait for each other.
    setTime(dayFromToday, 6)
    await server.runDueJobs()
    setTime(dayFromToday, 8)
    await Promise.all(servers.map(({ runDueJobs }) => runDueJobs()))
    return listReminders().length
  }

  expect(await countRemindersOn(returnDay - 8)).toBe(0)
  // A week before, the mail server is down: the reminder is mailed on the next day.
  expect(await countRemindersOn(returnDay - 7, [withoutMail])).toBe(0)
  expect(await countRemindersOn(returnDay - 6)).toBe(1)
  const [weekBefore] = listReminders()
  expect(weekBefore?.to?.[0]?.address).toBe('admin@example.org')
  expect(weekBefore?.subject).toBe(
    'Vitrine: 2 × retour attendu / Rückkehr erwartet / expected back',
  )
  expect(weekBefore?.text).toContain('LG-A1 Étude\nLoan, Kunsthaus Zürich')

  // Sessions end while the clock advances.
  const mover = await server.signIn('admin')
  const moveBack = { ids: [comesBackId], to: hall.id, reason: 'display' as const }
  await mover.call(api.places.move, { body: moveBack })
  // From now on, reminders only name the item that stays away.
  expect(await countRemindersOn(returnDay - 1)).toBe(1)
  expect((await (await server.signIn('admin')).call(api.home.read)).expectedBack).toBe(1)
  expect(await countRemindersOn(returnDay)).toBe(2)
  expect(listReminders()[1]?.subject).toContain('1 ×')
  expect(await countRemindersOn(returnDay + 7)).toBe(3)
  expect(await countRemindersOn(returnDay + 40)).toBe(3)
})
