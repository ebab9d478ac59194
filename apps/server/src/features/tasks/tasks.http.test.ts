// @module-tag sqlite

import { api, startOfDay } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { addItem } from '../../../test/inventory.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { days, hours } from '../../base/clock.ts'

/** Sets the clock to an hour of the day after tomorrow in Zurich. */
function setHour({ clock }: TestServer, hour: number): void {
  const day = new Date(clock.now().getTime() + days(2)).toISOString().slice(0, 10)
  clock.advance(Date.parse(startOfDay(day)) + hours(hour) - clock.now().getTime())
}

test('mails open tasks once a morning over all processes, unless turned off', async () => {
  await using mail = await startMailServer()
  await using server = await startTestServer({
    SMTP_URL: mail.url,
    MAIL_FROM: 'Vitrine <vitrine@example.org>',
  })
  await server.inDatabase((db) => db.deleteFrom('item_comment').execute())
  const [root, admin] = [await server.signIn('root'), await server.signIn('admin')]
  const people = await root.call(api.tasks.people)
  const findUserId = (name: string) =>
    people.find((person) => person.name.startsWith(name))?.id ?? 0
  const itemId = await addItem(root, { identifier: 'LG-M1', name: 'Étude <b>' })
  const add = (comment: string, assigneeId: number, due?: string) =>
    root.call(api.comments.add, {
      body: { itemId, comment, task: { assigneeId, ...(due && { due }) } },
    })
  const { id: first } = await add('Rahmen <i>prüfen</i>', findUserId('Matthias'), '2020-02-01')
  const { id: second } = await add('Abstauben', findUserId('Matthias'))
  await add('Licht', findUserId('Noémie'))
  const clerk = await server.signIn('employee')
  expect(await clerk.call(api.tasks.mail)).toEqual({ on: true })
  await clerk.call(api.tasks.setMail, { body: { on: false } })

  setHour(server, 5)
  await server.runDueJobs()
  expect(mail.mails).toEqual([])
  setHour(server, 8)
  await using another = await server.another()
  await Promise.all([server.runDueJobs(), another.runDueJobs()])
  await server.runDueJobs()
  expect(mail.mails.map(({ to }) => to?.[0]?.address)).toEqual(['admin@example.org'])
  const [{ subject, text, html } = { subject: '', text: '', html: '' }] = mail.mails
  expect(subject).toBe('Vitrine: 2 tâches ouvertes / offene Aufgaben / open tasks')
  expect(text).toMatch(
    /comments\?open=mine.*LG-M1 Étude <b>\nClaire Aebischer: Abstauben.*Rahmen <i>prüfen<\/i>\n⚠\u00a001\.02\.2020/s,
  )
  expect(html).toContain(
    `<a href="${server.url}/inventory-detail/${itemId}#comment-${first}">LG-M1 Étude &lt;b&gt;</a>`,
  )
  expect(html).toContain('Rahmen &lt;i&gt;prüfen&lt;/i&gt;')

  await admin.call(api.comments.setDone, { body: { commentId: second, done: true } })
  server.clock.advance(days(1))
  await server.runDueJobs()
  expect(mail.mails.map(({ subject: said }) => said)).toEqual([
    subject,
    'Vitrine: 1 tâche ouverte / offene Aufgabe / open task',
  ])
})

test('mails replies and assignments once, together with the open tasks', async () => {
  await using mail = await startMailServer()
  await using server = await startTestServer({
    SMTP_URL: mail.url,
    MAIL_FROM: 'Vitrine <vitrine@example.org>',
  })
  await server.inDatabase((db) => db.deleteFrom('item_comment').execute())
  const [admin, clerk] = [await server.signIn('admin'), await server.signIn('employee')]
  const people = await admin.call(api.tasks.people)
  const assigneeId = people.find(({ name }) => name.startsWith('Matthias'))?.id ?? 0
  const itemId = await addItem(clerk, { identifier: 'LG-M2', name: 'Étude' })
  const add = (client: typeof admin, comment: string, more = {}) =>
    client.call(api.comments.add, { body: { itemId, comment, ...more } })
  const { id: replyTo } = await add(clerk, 'Welcher Rahmen?')
  await add(admin, 'Der goldene', { replyTo })
  await add(clerk, 'Abstauben', { replyTo, task: { assigneeId } })
  const subjects = () => mail.mails.map(({ to, subject }) => `${to?.[0]?.address} ${subject}`)

  setHour(server, 8)
  await server.runDueJobs()
  expect(subjects()).toEqual([
    'admin@example.org Vitrine: 1 tâche ouverte / offene Aufgabe / open task',
    'employee@example.org Vitrine: 1 nouvelle réponse / neue Antwort / new reply',
  ])
  const [taskMail, replyMail] = mail.mails
  expect(taskMail?.text?.match(/Noémie Chappuis: Abstauben/g)).toHaveLength(1)
  expect(replyMail?.text).toMatch(/LG-M2 Étude\nMatthias Zurbriggen: Der goldene\n.*#comment-\d+/)

  server.clock.advance(days(1))
  await server.runDueJobs()
  expect(subjects().slice(2)).toEqual([
    'admin@example.org Vitrine: 1 tâche ouverte / offene Aufgabe / open task',
  ])
  const morning = await server.signIn('admin')
  const { id } = await add(morning, 'Oder der silberne', { replyTo })
  const reader = await server.signIn('employee')
  await reader.call(api.comments.readNotices, { body: { commentIds: [id] } })
  server.clock.advance(days(1))
  await server.runDueJobs()
  expect(
    subjects()
      .slice(3)
      .filter((subject) => subject.startsWith('employee')),
  ).toEqual([])
})

test('retries a failed mail without sending others twice', async () => {
  await using mail = await startMailServer()
  await using server = await startTestServer({
    SMTP_URL: mail.url,
    MAIL_FROM: 'Vitrine <vitrine@example.org>',
  })
  const root = await server.signIn('root')
  await server.inDatabase(async (db) => {
    await db.updateTable('item_comment').set({ task: 0 }).execute()
    await db
      .updateTable('user_account')
      .set({ email: 'refused@example.org' })
      .where('role', '=', 'admin')
      .execute()
  })
  const itemId = await addItem(root)
  for (const { id: assigneeId } of await root.call(api.tasks.people))
    await root.call(api.comments.add, {
      body: { itemId, comment: 'Inventur', task: { assigneeId } },
    })
  setHour(server, 9)
  await server.runDueJobs()
  const reached = mail.mails.length
  expect(reached).toBeGreaterThan(1)
  await server.inDatabase((db) =>
    db
      .updateTable('user_account')
      .set({ email: 'again@example.org' })
      .where('role', '=', 'admin')
      .execute(),
  )
  server.clock.advance(hours(3))
  await server.runDueJobs()
  expect(mail.mails.slice(reached).map(({ to }) => to?.[0]?.address)).toContain('again@example.org')
  const addresses = mail.mails.map(({ to }) => to?.[0]?.address)
  expect(new Set(addresses.filter((one) => one !== 'again@example.org')).size).toBe(reached)
})
