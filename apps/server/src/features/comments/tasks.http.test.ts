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
  (await client.call(api.tasks.people)).find(({ name }) => name.startsWith(firstName))?.id ?? 0

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
  const { id: assigned } = await clerk.call(api.comments.add, {
    body: {
      itemId,
      comment: '@Matthias Rahmen prüfen',
      task: { assigneeId, due: '2026-05-31' },
    },
  })
  const { id: unassigned } = await clerk.call(api.comments.add, {
    body: { itemId, comment: 'Abstauben', task: {} },
  })
  const assignedTask = {
    assignee: { id: assigneeId, name: 'Matthias Zurbriggen' },
    due: '2026-05-31',
  }
  return { server, clerk, admin, itemId, assigned, unassigned, assignedTask }
}

test('closes a task when it is marked as done, and reopens it', async () => {
  const { server, clerk, admin, itemId, assigned, unassigned, assignedTask } =
    await startWithTasks()
  await using _ = server
  const setDone = (client: Client, done: boolean) =>
    client.call(api.comments.setDone, { body: { commentId: assigned, done } })

  expect(await readTask(clerk, itemId, assigned)).toEqual(assignedTask)
  expect(await listOpenTasks(admin, 'mine')).toEqual([assigned])
  expect(await listOpenTasks(clerk, 'mine')).toEqual([])
  expect(await listOpenTasks(clerk, 'all')).toEqual([unassigned, assigned])

  await setDone(admin, true)
  expect(await readTask(clerk, itemId, assigned)).toMatchObject({
    done: expect.stringMatching(/Z$/),
    done_by: 'Matthias Zurbriggen',
  })
  expect(await listOpenTasks(admin, 'mine')).toEqual([])
  await setDone(clerk, false)
  expect(await readTask(clerk, itemId, assigned)).not.toHaveProperty('done')
})

test('turns a comment into a task and back, with history and undo', async () => {
  const { server, clerk, admin, itemId, assigned, unassigned, assignedTask } =
    await startWithTasks()
  await using _ = server
  const { id: plain } = await clerk.call(api.comments.add, { body: { itemId, comment: 'Schön' } })
  await expect(
    clerk.call(api.comments.setDone, { body: { commentId: plain, done: true } }),
  ).rejects.toMatchObject({ status: 409 })

  await admin.call(api.comments.setTask, { body: { commentId: plain, task: {} } })
  await admin.call(api.comments.setTask, { body: { commentId: assigned, task: null } })
  expect(await readTask(clerk, itemId, assigned)).toBeUndefined()
  expect(await listOpenTasks(clerk, 'all')).toEqual([plain, unassigned])
  const unknownAssignee = { commentId: plain, task: { assigneeId: 2_000_000 } }
  await expect(admin.call(api.comments.setTask, { body: unknownAssignee })).rejects.toMatchObject({
    status: 400,
  })

  const [change, ...others] = await listChanges(clerk, 'comment', assigned)
  expect(others).toEqual([])
  expect(change?.kind).toBe('task')
  await undoChange(clerk, 'comment', assigned, change)
  expect(await readTask(clerk, itemId, assigned)).toEqual(assignedTask)
})

test('records when a task is done and reopened', async () => {
  const { server, clerk, assigned } = await startWithTasks()
  await using _ = server
  for (const done of [true, false])
    await clerk.call(api.comments.setDone, { body: { commentId: assigned, done } })
  const history = await listChanges(clerk, 'comment', assigned)
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

test('attaches every reply to the first comment, and keeps it when that is deleted', async ({
  server,
  employee: clerk,
}) => {
  const itemId = await addItem(clerk)
  const addReply = async (comment: string, replyTo: number) =>
    (await clerk.call(api.comments.add, { body: { itemId, comment, replyTo } })).id
  const { id: first } = await clerk.call(api.comments.add, {
    body: { itemId, comment: 'Rahmen lose' },
  })
  const reply = await addReply('Seit wann?', first)
  const replyToReply = await addReply('Seit Mai', reply)
  const listThread = async () => {
    const comments = await clerk.call(api.comments.ofItem, { params: { id: itemId } })
    return comments.map(({ id, reply_to }) => ({ id, reply_to }))
  }
  expect(await listThread()).toEqual([
    { id: replyToReply, reply_to: first },
    { id: reply, reply_to: first },
    { id: first },
  ])
  const onOtherItem = { itemId: await addItem(clerk), comment: 'Falsch', replyTo: first }
  await expect(clerk.call(api.comments.add, { body: onOtherItem })).rejects.toMatchObject({
    status: 404,
  })

  await clerk.call(api.comments.remove, { body: { commentId: first } })
  await expect(addReply('Zu spät', first)).rejects.toMatchObject({ status: 404 })
  await server.inDatabase((db) => db.deleteFrom('item_comment').where('id', '=', first).execute())
  expect(await listThread()).toEqual([{ id: replyToReply }, { id: reply }])
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
