// @module-tag sqlite

import { addDays, api, startOfDay, toDay } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { addItem, addPlace } from '../../../test/inventory.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { startTestServer } from '../../../test/server.ts'
import { hours } from '../../base/clock.ts'

test('mails reminders a week before, on and a week after an expected return', async () => {
  await using mail = await startMailServer()
  await using server = await startTestServer({
    SMTP_URL: mail.url,
    MAIL_FROM: 'Vitrine <vitrine@example.org>',
  })
  const [root, admin] = [await server.signIn('root'), await server.signIn('admin')]
  const [loan, hall] = [
    await addPlace(root, 'Kunsthaus Zürich', { kind: 'outside' }),
    await addPlace(root, 'Saal 9'),
  ]
  const ids = [await addItem(root, { identifier: 'LG-A1', name: 'Étude' }), await addItem(root)]
  const today = toDay(server.clock.now())
  const body = { ids, to: loan.id, reason: 'loan', backOn: addDays(today, 20) } as const
  await admin.call(api.places.move, { body })

  await using another = await server.another()
  await using withoutMail = await server.another({ SMTP_URL: 'smtp://127.0.0.1:1' })

  const reminders = () => mail.mails.filter(({ subject }) => subject?.includes('expected back'))
  /** Runs the daily jobs of a morning, a number of days from today. */
  const on = async (count: number, servers = [server, another]) => {
    const morning = Date.parse(startOfDay(addDays(today, count))) + hours(8)
    server.clock.advance(morning - server.clock.now().getTime())
    await Promise.all(servers.map(({ runDueJobs }) => runDueJobs()))
    return reminders().length
  }
  expect(await on(12)).toBe(0)
  // No mail is lost while the mail server is down.
  expect(await on(13, [withoutMail])).toBe(0)
  expect(await on(14)).toBe(1)
  expect(reminders()[0]?.to?.[0]?.address).toBe('admin@example.org')
  expect(reminders()[0]?.subject).toBe(
    'Vitrine: 2 × retour attendu / Rückkehr erwartet / expected back',
  )
  expect(reminders()[0]?.text).toContain('LG-A1 Étude\nLoan, Kunsthaus Zürich')
  const later = await server.signIn('admin')
  await later.call(api.places.move, { body: { ids: ids.slice(1), to: hall.id, reason: 'display' } })
  expect(await on(19)).toBe(1)
  expect((await (await server.signIn('admin')).call(api.home.read)).expectedBack).toBe(1)
  expect(await on(20)).toBe(2)
  expect(reminders()[1]?.subject).toContain('1 ×')
  expect(await on(27)).toBe(3)
  expect(await on(60)).toBe(3)
})
