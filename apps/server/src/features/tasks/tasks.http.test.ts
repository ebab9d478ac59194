// @module-tag sqlite

import { api, startOfDay, type TaskFields } from '@vitrine/contract'
import { expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem } from '../../../test/inventory.ts'
import { type MailServer, startMailServer } from '../../../test/mail-server.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { days, hours } from '../../base/clock.ts'

/** Starts a server that sends through the mail server, without the demo's comments. */
async function startMailingServer(mail: MailServer): Promise<TestServer> {
  const server = await startTestServer({
    SMTP_URL: mail.url,
    MAIL_FROM: 'Vitrine <vitrine@example.org>',
    // Turns the daily backup off, which takes longer than all other jobs.
    BACKUP_KEEP: '0',
  })
  await server.inDatabase((db) => db.deleteFrom('item_comment').execute())
  return server
}

/** Sets the clock to an hour of the day after tomorrow in Zurich. */
function setHour({ clock }: TestServer, hour: number): void {
  const day = new Date(clock.now().getTime() + days(2)).toISOString().slice(0, 10)
  clock.advance(Date.parse(startOfDay(day)) + hours(hour) - clock.now().getTime())
}

async function findUserId(client: Client, firstName: string): Promise<number> {
  const people = await client.call(api.tasks.people)
  return people.find(({ name }) => name.startsWith(firstName))?.id ?? 0
}

const listRecipients = ({ mails }: MailServer) => mails.map(({ to }) => to?.[0]?.address)

const oneTaskSubject = 'Vitrine: 1 tâche ouverte / offene Aufgabe / open task'

test('mails open tasks once a morning from all servers together, unless turned off', async () => {
  await using mail = await startMailServer()
  await using server = await startMailingServer(mail)
  const [root, admin] = [await server.signIn('root'), await server.signIn('admin')]
  const adminId = await findUserId(root, 'Matthias')
  const itemId = await addItem(root, { identifier: 'LG-M1', name: 'Étude <b>' })
  const addTask = (comment: string, task: TaskFields) =>
    root.call(api.comments.add, { body: { itemId, comment, task } })
  const overdueTask = { assigneeId: adminId, due: '2020-02-01' }
  const { id: overdueId } = await addTask('Rahmen <i>prüfen</i>', overdueTask)
  const { id: undatedId } = await addTask('Abstauben', { assigneeId: adminId })
  await addTask('Licht', { assigneeId: await findUserId(root, 'Noémie') })
  const clerk = await server.signIn('employee')
  expect(await clerk.call(api.tasks.mail)).toEqual({ on: true })
  await clerk.call(api.tasks.setMail, { body: { on: false } })

  setHour(server, 5)
  await server.runDueJobs()
  expect(mail.mails).toEqual([])
  // All other jobs of the day are done: with SQLite, they would make the servers wait.
  server.clock.advance(hours(3))
  await using secondServer = await server.another()
  await Promise.all([server.runDueJobs(), secondServer.runDueJobs()])
  await server.runDueJobs()
  expect(listRecipients(mail)).toEqual(['admin@example.org'])
  const [{ subject, text, html } = { subject: '', text: '', html: '' }] = mail.mails
  expect(subject).toBe('Vitrine: 2 tâches ouvertes / offene Aufgaben / open tasks')
  expect(text).toMatch(
    /comments\?open=mine.*LG-M1 Étude <b>\nClaire Aebischer: Abstauben.*Rahmen <i>prüfen<\/i>\n⚠\u00a001\.02\.2020/s,
  )
  expect(html).toContain(
    `<a href="${server.url}/inventory-detail/${itemId}#comment-${overdueId}">LG-M1 Étude &lt;b&gt;</a>`,
  )
  expect(html).toContain('Rahmen &lt;i&gt;prüfen&lt;/i&gt;')

  await admin.call(api.comments.setDone, { body: { commentId: undatedId, done: true } })
  server.clock.advance(days(1))
  await server.runDueJobs()
  expect(mail.mails.map((sent) => sent.subject)).toEqual([subject, oneTaskSubject])
})

test('mails replies and assignments once, together with the open tasks', async () => {
  await using mail = await startMailServer()
  await using server = await startMailingServer(mail)
  const [admin, clerk] = [await server.signIn('admin'), await server.signIn('employee')]
  const itemId = await addItem(clerk, { identifier: 'LG-M2', name: 'Étude' })
  const addComment = (client: Client, comment: string, fields = {}) =>
    client.call(api.comments.add, { body: { itemId, comment, ...fields } })
  const { id: replyTo } = await addComment(clerk, 'Welcher Rahmen?')
  await addComment(admin, 'Der goldene', { replyTo })
  const task = { assigneeId: await findUserId(admin, 'Matthias') }
  await addComment(clerk, 'Abstauben', { replyTo, task })
  const listMails = () => mail.mails.map(({ to, subject }) => `${to?.[0]?.address} ${subject}`)

  setHour(server, 8)
  await server.runDueJobs()
  const firstMails = [
    `admin@example.org ${oneTaskSubject}`,
    'employee@example.org Vitrine: 1 nouvelle réponse / neue Antwort / new reply',
  ]
  expect(listMails()).toEqual(firstMails)
  const [taskMail, replyMail] = mail.mails
  expect(taskMail?.text?.match(/Noémie Chappuis: Abstauben/g)).toHaveLength(1)
  expect(replyMail?.text).toMatch(/LG-M2 Étude\nMatthias Zurbriggen: Der goldene\n.*#comment-\d+/)

  // The next morning only the task is still open.
  server.clock.advance(days(1))
  await server.runDueJobs()
  expect(listMails()).toEqual([...firstMails, `admin@example.org ${oneTaskSubject}`])

  // Replies that were read in the app are not mailed.
  const { id } = await addComment(await server.signIn('admin'), 'Oder der silberne', { replyTo })
  const reader = await server.signIn('employee')
  await reader.call(api.comments.readNotices, { body: { commentIds: [id] } })
  server.clock.advance(days(1))
  await server.runDueJobs()
  expect(listMails().filter((line) => line.startsWith('employee'))).toHaveLength(1)
})

test('retries a failed mail without sending others twice', async () => {
  await using mail = await startMailServer()
  await using server = await startMailingServer(mail)
  const root = await server.signIn('root')
  const changeAddress = (from: string, to: string) =>
    server.inDatabase((db) =>
      db.updateTable('user_account').set({ email: to }).where('email', '=', from).execute(),
    )
  // The mail server refuses recipients with this beginning.
  await changeAddress('admin@example.org', 'refused@example.org')
  const itemId = await addItem(root)
  for (const { id: assigneeId } of await root.call(api.tasks.people))
    await root.call(api.comments.add, {
      body: { itemId, comment: 'Inventur', task: { assigneeId } },
    })

  setHour(server, 9)
  await server.runDueJobs()
  const firstRecipients = listRecipients(mail)
  expect(firstRecipients.length).toBeGreaterThan(1)

  await changeAddress('refused@example.org', 'admin@example.org')
  // The lease of the failed job has expired.
  server.clock.advance(hours(3))
  await server.runDueJobs()
  expect(listRecipients(mail)).toEqual([...firstRecipients, 'admin@example.org'])
  expect(new Set(listRecipients(mail)).size).toBe(firstRecipients.length + 1)
})
