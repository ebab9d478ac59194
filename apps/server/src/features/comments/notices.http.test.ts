// @module-tag postgres

import { api, type CallInput } from '@vitrine/contract'
import { expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { listChanges, undoChange } from '../../../test/history.ts'
import { addItem } from '../../../test/inventory.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { minutes } from '../../base/clock.ts'

/** Starts a server with an item and without the demo's comments; signs in three people. */
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

type CommentOptions = Pick<CallInput<typeof api.comments.add>['body'], 'replyTo' | 'task'>

/** Returns a function that adds a comment, a minute after the last one, and returns its id. */
const createWriter =
  (server: TestServer, itemId: number) =>
  async (client: Client, comment: string, options: CommentOptions = {}): Promise<number> => {
    server.clock.advance(minutes(1))
    const body = { itemId, comment, ...options }
    return (await client.call(api.comments.add, { body })).id
  }

/** The id of no comment. */
const unknownId = 2_000_000

const findUserId = async (client: Client, firstName: string) =>
  (await client.call(api.tasks.people)).find(({ name }) => name.startsWith(firstName))?.id ??
  expect.fail()

/** Lists the notices of a user as kind, first name of the author, and text. */
const listNotices = async (client: Client) =>
  (await client.call(api.home.read)).notices.map(
    ({ kind, by, comment }) => `${kind} ${by.split(' ')[0]}: ${comment.comment}`,
  )

test('notifies earlier authors of a thread of a reply, until they read it', async () => {
  const { server, root, admin, clerk, itemId, write } = await startDiscussion()
  await using _ = server
  const questionId = await write(clerk, 'Welcher Rahmen?')
  const answerId = await write(admin, 'Der goldene', { replyTo: questionId })
  expect(await listNotices(clerk)).toEqual(['reply Matthias: Der goldene'])
  expect(await listNotices(admin)).toEqual([])
  expect(await listNotices(root)).toEqual([])

  await write(clerk, 'Danke', { replyTo: answerId })
  await write(root, 'Gut', { replyTo: questionId })
  expect(await listNotices(admin)).toEqual(['reply Claire: Gut', 'reply Noémie: Danke'])
  expect(await listNotices(clerk)).toEqual(['reply Claire: Gut', 'reply Matthias: Der goldene'])
  expect(await listNotices(root)).toEqual([])

  const listUnread = async (client: Client) =>
    (await client.call(api.comments.ofItem, { params: { id: itemId } }))
      .filter(({ unread }) => unread)
      .map(({ id }) => id)
  expect(await listUnread(clerk)).toContain(answerId)
  await clerk.call(api.comments.readNotices, { body: { commentIds: [answerId, unknownId] } })
  expect(await listNotices(clerk)).toEqual(['reply Claire: Gut'])
  expect(await listUnread(clerk)).not.toContain(answerId)
  expect(await listNotices(admin)).toHaveLength(2)
})

test('hides the notices of deleted comments and of archived items', async () => {
  const { server, root, admin, clerk, itemId, write } = await startDiscussion()
  await using _ = server
  const questionId = await write(clerk, 'Welcher Rahmen?')
  await write(admin, 'Der goldene', { replyTo: questionId })
  const thanksId = await write(clerk, 'Danke', { replyTo: questionId })
  await write(root, 'Gut', { replyTo: questionId })
  expect(await listNotices(admin)).toEqual(['reply Claire: Gut', 'reply Noémie: Danke'])
  await clerk.call(api.comments.remove, { body: { commentId: thanksId } })
  expect(await listNotices(admin)).toEqual(['reply Claire: Gut'])
  await clerk.call(api.inventory.setArchived, { body: { itemIds: [itemId], archived: true } })
  expect(await listNotices(admin)).toEqual([])
})

test('notifies the assignee of a task, unless they assigned it to themselves', async () => {
  const { server, admin, clerk, itemId, write } = await startDiscussion()
  await using _ = server
  const matthiasId = await findUserId(admin, 'Matthias')
  const noemieId = await findUserId(admin, 'Noé')
  const openBefore = (await admin.call(api.home.read)).openForMe
  const commentId = await write(clerk, 'Abstauben', { task: { assigneeId: matthiasId } })
  await write(clerk, 'Meine Sache', { task: { assigneeId: noemieId } })
  expect(await listNotices(admin)).toEqual(['task Noémie: Abstauben'])
  expect(await listNotices(clerk)).toEqual([])
  // An unread assignment is listed among the notices, so not again among the tasks.
  expect(await admin.call(api.home.read)).toMatchObject({ openForMe: openBefore + 1, tasks: [] })

  const assign = (client: Client, assigneeId: number) => {
    server.clock.advance(minutes(1))
    return client.call(api.comments.setTask, { body: { commentId, task: { assigneeId } } })
  }
  await admin.call(api.comments.readNotices, { body: { commentIds: [commentId] } })
  expect(await listNotices(admin)).toEqual([])
  expect((await admin.call(api.home.read)).tasks).toMatchObject([{ id: commentId }])
  await assign(admin, noemieId)
  expect(await listNotices(clerk)).toEqual(['task Matthias: Abstauben'])
  await assign(clerk, matthiasId)
  expect(await listNotices(admin)).toEqual(['task Noémie: Abstauben'])

  await admin.call(api.comments.setDone, { body: { commentId, done: true } })
  expect(await listNotices(admin)).toEqual([])
  await admin.call(api.comments.setDone, { body: { commentId, done: false } })
  const [, , lastAssignment] = await listChanges(admin, 'comment', commentId)
  expect(lastAssignment?.kind).toBe('task')
  await undoChange(admin, 'comment', commentId, lastAssignment)
  expect(await listNotices(clerk)).toEqual(['task Matthias: Abstauben'])
  await clerk.call(api.inventory.setArchived, { body: { itemIds: [itemId], archived: true } })
  expect(await listNotices(clerk)).toEqual([])
})

test('shows no notices of what deleted accounts wrote or assigned', async () => {
  const { server, root, admin, clerk, write } = await startDiscussion()
  await using _ = server
  const noemieId = await findUserId(admin, 'Noé')
  const questionId = await write(clerk, 'Welcher Rahmen?')
  await write(admin, 'Der goldene', { replyTo: questionId })
  await write(admin, 'Abstauben', { task: { assigneeId: noemieId } })
  expect(await listNotices(clerk)).toHaveLength(2)
  const matthiasId = await findUserId(root, 'Matthias')
  await root.call(api.users.remove, { params: { id: matthiasId } })
  expect(await listNotices(clerk)).toEqual([])
})
