// @module-tag postgres

import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { listChanges, undoChange } from '../../../test/history.ts'
import { addItem } from '../../../test/inventory.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { minutes } from '../../base/clock.ts'

/** A server whose only comments are those of the test, three people, and an item. */
async function startDiscussion() {
  const server = await startTestServer()
  await server.inDatabase((db) => db.deleteFrom('item_comment').execute())
  const [root, admin, clerk] = [
    await server.signIn('root'),
    await server.signIn('admin'),
    await server.signIn('employee'),
  ]
  const itemId = await addItem(clerk, { identifier: 'LG-N1', name: 'Étude' })
  return { server, root, admin, clerk, itemId, write: createWriter(server, itemId) }
}

const createWriter =
  (server: TestServer, itemId: number) =>
  async (client: Client, comment: string, more: { replyTo?: number; assigneeId?: number } = {}) => {
    server.clock.advance(minutes(1))
    const { replyTo, assigneeId } = more
    const task = assigneeId === undefined ? {} : { task: { assigneeId } }
    const body = { itemId, comment, ...(replyTo !== undefined && { replyTo }), ...task }
    return (await client.call(api.comments.add, { body })).id
  }

const findUserId = async (client: Client, firstName: string) =>
  (await client.call(api.tasks.people)).find(({ name }) => name.startsWith(firstName))?.id ?? 0

const listNotices = async (client: Client) =>
  (await client.call(api.home.read)).notices.map(
    ({ kind, by, comment }) => `${kind} ${by.split(' ')[0]}: ${comment.comment}`,
  )

test('shows a reply to those who wrote in its thread before, until they read it', async () => {
  const { server, root, admin, clerk, itemId, write } = await startDiscussion()
  await using _ = server
  const question = await write(clerk, 'Welcher Rahmen?')
  const answer = await write(admin, 'Der goldene', { replyTo: question })
  expect(await listNotices(clerk)).toEqual(['reply Matthias: Der goldene'])
  expect(await listNotices(admin)).toEqual([])
  expect(await listNotices(root)).toEqual([])

  const thanks = await write(clerk, 'Danke', { replyTo: answer })
  await write(root, 'Gut', { replyTo: question })
  expect(await listNotices(admin)).toEqual(['reply Claire: Gut', 'reply Noémie: Danke'])
  expect(await listNotices(clerk)).toEqual(['reply Claire: Gut', 'reply Matthias: Der goldene'])
  expect(await listNotices(root)).toEqual([])

  const listUnread = async (client: Client) =>
    (await client.call(api.comments.ofItem, { params: { id: itemId } }))
      .filter(({ unread }) => unread)
      .map(({ id }) => id)
  expect(await listUnread(clerk)).toContain(answer)
  await clerk.call(api.comments.readNotices, { body: { commentIds: [answer, 2_000_000] } })
  expect(await listNotices(clerk)).toEqual(['reply Claire: Gut'])
  expect(await listUnread(clerk)).not.toContain(answer)
  expect(await listNotices(admin)).toHaveLength(2)

  await clerk.call(api.comments.remove, { body: { commentId: thanks } })
  expect(await listNotices(admin)).toEqual(['reply Claire: Gut'])
  await clerk.call(api.inventory.setArchived, { body: { itemIds: [itemId], archived: true } })
  expect(await listNotices(admin)).toEqual([])
})

test('shows a task to its assignee if somebody else assigned it, again if assigned again', async () => {
  const { server, admin, clerk, itemId, write } = await startDiscussion()
  await using _ = server
  const [matthias, noemie] = [await findUserId(admin, 'Matthias'), await findUserId(admin, 'Noé')]
  const before = (await admin.call(api.home.read)).openForMe
  const commentId = await write(clerk, 'Abstauben', { assigneeId: matthias })
  await write(clerk, 'Meine Sache', { assigneeId: noemie })
  expect(await listNotices(admin)).toEqual(['task Noémie: Abstauben'])
  expect(await listNotices(clerk)).toEqual([])
  // An unread assignment is listed once.
  expect(await admin.call(api.home.read)).toMatchObject({ openForMe: before + 1, tasks: [] })

  const assign = (client: Client, assigneeId: number) => {
    server.clock.advance(minutes(1))
    return client.call(api.comments.setTask, { body: { commentId, task: { assigneeId } } })
  }
  await admin.call(api.comments.readNotices, { body: { commentIds: [commentId] } })
  expect(await listNotices(admin)).toEqual([])
  expect((await admin.call(api.home.read)).tasks).toMatchObject([{ id: commentId }])
  await assign(admin, noemie)
  expect(await listNotices(clerk)).toEqual(['task Matthias: Abstauben'])
  await assign(clerk, matthias)
  expect(await listNotices(admin)).toEqual(['task Noémie: Abstauben'])

  await admin.call(api.comments.setDone, { body: { commentId, done: true } })
  expect(await listNotices(admin)).toEqual([])
  await admin.call(api.comments.setDone, { body: { commentId, done: false } })
  const [, , taken] = await listChanges(admin, 'comment', commentId)
  expect(taken?.kind).toBe('task')
  await undoChange(admin, 'comment', commentId, taken)
  expect(await listNotices(clerk)).toEqual(['task Matthias: Abstauben'])
  await clerk.call(api.inventory.setArchived, { body: { itemIds: [itemId], archived: true } })
  expect(await listNotices(clerk)).toEqual([])
})

test('shows no notices of deleted accounts', async () => {
  const { server, root, admin, clerk, write } = await startDiscussion()
  await using _ = server
  const noemie = await findUserId(admin, 'Noé')
  const question = await write(clerk, 'Welcher Rahmen?')
  await write(admin, 'Der goldene', { replyTo: question })
  await write(admin, 'Abstauben', { assigneeId: noemie })
  expect(await listNotices(clerk)).toHaveLength(2)
  const id = await findUserId(root, 'Matthias')
  await root.call(api.users.remove, { params: { id } })
  expect(await listNotices(clerk)).toEqual([])
})
