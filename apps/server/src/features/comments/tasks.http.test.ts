// @module-tag sqlite

import { api } from '@vitrine/contract'
import { expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { listChanges, undoChange } from '../../../test/history.ts'
import { addItem } from '../../../test/inventory.ts'
import { startTestServer, test } from '../../../test/server.ts'
import { days, hours } from '../../base/clock.ts'
import { purgeComments } from './service.ts'

const findUserId = async (client: Client, firstName: string) =>
  (await client.call(api.tasks.people)).find(({ name }) => name.startsWith(firstName))?.id ??
  expect.fail()

const listOpenTasks = async (client: Client, whose: 'mine' | 'all') =>
  (await client.call(api.comments.all, { query: { open: whose } })).map(({ id }) => id)

const readTask = async (client: Client, itemId: number, commentId: number) => {
  const comments = await client.call(api.comments.ofItem, { params: { id: itemId } })
  return comments.find(({ id }) => id === commentId)?.task
}

/** Starts a server whose only tasks are one for Matthias, the admin, and one for nobody. */
async function startWithTasks() {
  const server = await startTestServer()
  await server.inDatabase((db) => db.updateTable('item_comment').set({ task: 0 }).execute())
  const [clerk, admin] = [await server.signIn('employee'), await server.signIn('admin')]
  const itemId = await addItem(clerk, { identifier: 'LG-T1' })
  const assigneeId = await findUserId(clerk, 'Matthias')
  const { id: assignedId } = await clerk.call(api.comments.add, {
    body: {
      itemId,
      comment: '@Matthias Rahmen prüfen',
      task: { assigneeId, due: '2026-05-31' },
    },
  })
  const { id: unassignedId } = await clerk.call(api.comments.add, {
    body: { itemId, comment: 'Abstauben', task: {} },
  })
  const assignedTask = {
    assignee: { id: assigneeId, name: 'Matthias Zurbriggen' },
    due: '2026-05-31',
  }
  return { server, clerk, admin, itemId, assignedId, unassignedId, assignedTask }
}

test('closes a task when it is marked as done, and reopens it', async () => {
  const { server, clerk, admin, itemId, assignedId, unassignedId, assignedTask } =
    await startWithTasks()
  await using _ = server
  const setDone = (client: Client, done: boolean) =>
    client.call(api.comments.setDone, { body: { commentId: assignedId, done } })

  expect(await readTask(clerk, itemId, assignedId)).toEqual(assignedTask)
  expect(await listOpenTasks(admin, 'mine')).toEqual([assignedId])
  expect(await listOpenTasks(clerk, 'mine')).toEqual([])
  expect(await listOpenTasks(clerk, 'all')).toEqual([unassignedId, assignedId])

  await setDone(admin, true)
  expect(await readTask(clerk, itemId, assignedId)).toMatchObject({
    done: expect.stringMatching(/Z$/),
    done_by: 'Matthias Zurbriggen',
  })
  expect(await listOpenTasks(admin, 'mine')).toEqual([])
  await setDone(clerk, false)
  expect(await readTask(clerk, itemId, assignedId)).not.toHaveProperty('done')
})

test('turns a comment into a task and back, and undoes that', async () => {
  const { server, clerk, admin, itemId, assignedId, unassignedId, assignedTask } =
    await startWithTasks()
  await using _ = server
  const { id: plainId } = await clerk.call(api.comments.add, { body: { itemId, comment: 'Schön' } })
  await expect(
    clerk.call(api.comments.setDone, { body: { commentId: plainId, done: true } }),
  ).rejects.toMatchObject({ status: 409 })

  await admin.call(api.comments.setTask, { body: { commentId: plainId, task: {} } })
  await admin.call(api.comments.setTask, { body: { commentId: assignedId, task: null } })
  expect(await readTask(clerk, itemId, assignedId)).toBeUndefined()
  expect(await listOpenTasks(clerk, 'all')).toEqual([plainId, unassignedId])
  const unknownUserId = 2_000_000
  const unknownAssignee = { commentId: plainId, task: { assigneeId: unknownUserId } }
  await expect(admin.call(api.comments.setTask, { body: unknownAssignee })).rejects.toMatchObject({
    status: 400,
  })

  const [change, ...others] = await listChanges(clerk, 'comment', assignedId)
  expect(others).toEqual([])
  expect(change?.kind).toBe('task')
  await undoChange(clerk, 'comment', assignedId, change)
  expect(await readTask(clerk, itemId, assignedId)).toEqual(assignedTask)
})

test('records in its history when a task is done and reopened', async () => {
  const { server, clerk, assignedId } = await startWithTasks()
  await using _ = server
  for (const done of [true, false])
    await clerk.call(api.comments.setDone, { body: { commentId: assignedId, done } })
  const history = await listChanges(clerk, 'comment', assignedId)
  expect(history.map(({ kind }) => kind)).toEqual(['reopened', 'done'])
})

test('does not count tasks of archived items', async () => {
  const { server, clerk, admin, itemId } = await startWithTasks()
  await using _ = server
  expect((await admin.call(api.home.read)).openForMe).toBe(1)
  await clerk.call(api.inventory.setArchived, { body: { itemIds: [itemId], archived: true } })
  expect(await admin.call(api.home.read)).toMatchObject({ tasks: [], openForMe: 0, openForAll: 0 })
})

test('unassigns the tasks of a deleted account', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('root')
  const itemId = await addItem(root)
  const task = { assigneeId: await findUserId(root, 'Matthias') }
  const { id } = await root.call(api.comments.add, { body: { itemId, comment: 'Rahmen', task } })
  await root.call(api.users.remove, { params: { id: task.assigneeId } })
  expect(await root.call(api.comments.all, { query: { open: 'all', limit: 1 } })).toMatchObject([
    { id, task: {} },
  ])
})

test('lets only the author edit a comment, and records the earlier text', async ({
  employee: clerk,
  admin,
}) => {
  const itemId = await addItem(clerk)
  const { id: commentId } = await clerk.call(api.comments.add, {
    body: { itemId, comment: 'Ramen' },
  })
  const readComment = async () => {
    const [entry] = await clerk.call(api.comments.ofItem, { params: { id: itemId } })
    return entry
  }
  await clerk.call(api.comments.edit, { body: { commentId, comment: 'Rahmen', before: 'Ramen' } })
  expect(await readComment()).toMatchObject({
    comment: 'Rahmen',
    edited: expect.stringMatching(/Z$/),
  })

  const outdatedEdit = { commentId, comment: 'Rahmen!', before: 'Ramen' }
  await expect(clerk.call(api.comments.edit, { body: outdatedEdit })).rejects.toMatchObject({
    status: 409,
    body: { obj: { current: { comment: 'Rahmen' }, changedBy: expect.stringMatching(/./) } },
  })
  await expect(
    admin.call(api.comments.edit, { body: { commentId, comment: 'Gut' } }),
  ).rejects.toMatchObject({
    status: 403,
  })
})

test('lets only the author undo an edit of a comment', async ({ employee: clerk, admin }) => {
  const itemId = await addItem(clerk)
  const { id: commentId } = await clerk.call(api.comments.add, {
    body: { itemId, comment: 'Ramen' },
  })
  await clerk.call(api.comments.edit, { body: { commentId, comment: 'Rahmen' } })
  const field = { field: 'Comment', before: 'Ramen', after: 'Rahmen' }
  const [changeForAdmin] = await listChanges(admin, 'comment', commentId)
  expect(changeForAdmin).toMatchObject({ kind: 'changed', state: 'forbidden', restorable: false })
  expect(changeForAdmin?.fields).toEqual([field])
  const [changeForAuthor] = await listChanges(clerk, 'comment', commentId)
  expect(changeForAuthor).toMatchObject({
    state: 'undoable',
    restorable: true,
    fields: [{ ...field, path: ['comment'] }],
  })

  await expect(undoChange(admin, 'comment', commentId, changeForAdmin)).rejects.toMatchObject({
    status: 403,
  })
  await undoChange(clerk, 'comment', commentId, changeForAuthor)
  const [comment] = await clerk.call(api.comments.ofItem, { params: { id: itemId } })
  expect(comment).toMatchObject({ comment: 'Ramen' })
})

test('attaches replies to the first comment of the thread, and keeps them once it is purged', async ({
  server,
  employee: clerk,
}) => {
  const itemId = await addItem(clerk)
  const addReply = async (comment: string, replyTo: number) =>
    (await clerk.call(api.comments.add, { body: { itemId, comment, replyTo } })).id
  const { id: firstId } = await clerk.call(api.comments.add, {
    body: { itemId, comment: 'Rahmen lose' },
  })
  const replyId = await addReply('Seit wann?', firstId)
  const laterReplyId = await addReply('Seit Mai', replyId)
  const listThread = async () => {
    const comments = await clerk.call(api.comments.ofItem, { params: { id: itemId } })
    return comments.map(({ id, reply_to }) => ({ id, reply_to }))
  }
  expect(await listThread()).toEqual([
    { id: laterReplyId, reply_to: firstId },
    { id: replyId, reply_to: firstId },
    { id: firstId },
  ])
  const onOtherItem = { itemId: await addItem(clerk), comment: 'Falsch', replyTo: firstId }
  await expect(clerk.call(api.comments.add, { body: onOtherItem })).rejects.toMatchObject({
    status: 404,
  })

  await clerk.call(api.comments.remove, { body: { commentId: firstId } })
  await expect(addReply('Zu spät', firstId)).rejects.toMatchObject({ status: 404 })
  await server.inDatabase((db) => db.deleteFrom('item_comment').where('id', '=', firstId).execute())
  expect(await listThread()).toEqual([{ id: laterReplyId }, { id: replyId }])
})

test('purges the history of a comment with it', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const itemId = await addItem(clerk)
  const { id: commentId } = await clerk.call(api.comments.add, {
    body: { itemId, comment: 'Kündigung Zbinden' },
  })
  await clerk.call(api.comments.edit, { body: { commentId, comment: 'Nichts' } })
  await clerk.call(api.comments.remove, { body: { commentId } })
  await expect(listChanges(clerk, 'comment', commentId)).rejects.toMatchObject({ status: 404 })
  server.clock.advance(days(30) + hours(1))
  await server.inDatabase((db) => db.transaction().execute((tx) => purgeComments(tx, server.clock)))
  const changes = await server.inDatabase((db) =>
    db.selectFrom('change').select('id').where('subject', '=', 'comment').execute(),
  )
  expect(changes).toEqual([])
})
