// @module-tag sqlite

import { api } from '@vitrine/contract'
import { expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { listChanges } from '../../../test/history.ts'
import { addItem } from '../../../test/inventory.ts'
import { startTestServer, test } from '../../../test/server.ts'
import { days, hours } from '../../base/clock.ts'

const findUserId = async (client: Client, firstName: string) =>
  (await client.call(api.tasks.people)).find(({ name }) => name.startsWith(firstName))?.id ?? 0

test('closes a task when it is marked as done, and reopens it', async () => {
  await using server = await startTestServer()
  await server.inDatabase((db) => db.updateTable('item_comment').set({ task: 0 }).execute())
  const [clerk, admin] = [await server.signIn('employee'), await server.signIn('admin')]
  const itemId = await addItem(clerk, { identifier: 'LG-T1' })
  const matthias = await findUserId(clerk, 'Matthias')
  const { id: commentId } = await clerk.call(api.comments.add, {
    body: {
      itemId,
      comment: '@Matthias Rahmen prüfen',
      task: { assigneeId: matthias, due: '2026-05-31' },
    },
  })
  const { id: unassigned } = await clerk.call(api.comments.add, {
    body: { itemId, comment: 'Abstauben', task: {} },
  })
  const { id: plain } = await clerk.call(api.comments.add, { body: { itemId, comment: 'Schön' } })
  const open = async (client: Client, whose: 'mine' | 'all') =>
    (await client.call(api.comments.all, { query: { open: whose } })).map(({ id }) => id)
  const task = async () =>
    (await clerk.call(api.comments.ofItem, { params: { id: itemId } })).find(
      ({ id }) => id === commentId,
    )?.task

  expect(await task()).toEqual({
    assignee: { id: matthias, name: 'Matthias Zurbriggen' },
    due: '2026-05-31',
  })
  expect(await open(admin, 'mine')).toEqual([commentId])
  expect(await open(clerk, 'mine')).toEqual([])
  expect((await open(clerk, 'all')).slice(0, 2)).toEqual([unassigned, commentId])

  await admin.call(api.comments.setDone, { body: { commentId, done: true } })
  expect(await task()).toMatchObject({
    done: expect.stringMatching(/Z$/),
    done_by: 'Matthias Zurbriggen',
  })
  expect(await open(admin, 'mine')).toEqual([])
  await clerk.call(api.comments.setDone, { body: { commentId, done: false } })
  expect(await task()).not.toHaveProperty('done')
  await expect(
    clerk.call(api.comments.setDone, { body: { commentId: plain, done: true } }),
  ).rejects.toMatchObject({
    status: 409,
  })

  await admin.call(api.comments.setTask, { body: { commentId: plain, task: {} } })
  await admin.call(api.comments.setTask, { body: { commentId, task: null } })
  expect(await task()).toBeUndefined()
  expect((await open(clerk, 'all')).slice(0, 2)).toEqual([plain, unassigned])
  const nobody = { commentId: plain, task: { assigneeId: 2_000_000 } }
  await expect(admin.call(api.comments.setTask, { body: nobody })).rejects.toMatchObject({
    status: 400,
  })

  const history = await listChanges(clerk, 'comment', commentId)
  expect(history.map(({ kind }) => kind)).toEqual(['task', 'reopened', 'done'])
  await clerk.call(api.history.undo, {
    body: { subject: 'comment', id: commentId, changeId: history[0]?.id ?? 0 },
  })
  expect(await task()).toEqual({
    assignee: { id: matthias, name: 'Matthias Zurbriggen' },
    due: '2026-05-31',
  })

  // Tasks of archived items are not counted.
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
  const read = async () => (await clerk.call(api.comments.ofItem, { params: { id: itemId } }))[0]
  await clerk.call(api.comments.edit, { body: { commentId, comment: 'Rahmen', before: 'Ramen' } })
  expect(await read()).toMatchObject({ comment: 'Rahmen', edited: expect.stringMatching(/Z$/) })

  const late = { commentId, comment: 'Rahmen!', before: 'Ramen' }
  await expect(clerk.call(api.comments.edit, { body: late })).rejects.toMatchObject({
    status: 409,
    body: { obj: { current: { comment: 'Rahmen' }, changedBy: expect.stringMatching(/./) } },
  })
  await expect(
    admin.call(api.comments.edit, { body: { commentId, comment: 'Gut' } }),
  ).rejects.toMatchObject({
    status: 403,
  })
  const [change] = await listChanges(admin, 'comment', commentId)
  const field = { field: 'Comment', before: 'Ramen', after: 'Rahmen' }
  expect(change).toMatchObject({ kind: 'changed', state: 'forbidden', restorable: false })
  expect(change?.fields).toEqual([field])
  const [ofAuthor] = await listChanges(clerk, 'comment', commentId)
  expect(ofAuthor).toMatchObject({
    state: 'undoable',
    restorable: true,
    fields: [{ ...field, path: ['comment'] }],
  })
  const undo = { subject: 'comment', id: commentId, changeId: change?.id ?? 0 } as const
  await expect(admin.call(api.history.undo, { body: undo })).rejects.toMatchObject({ status: 403 })
  await clerk.call(api.history.undo, { body: undo })
  expect(await read()).toMatchObject({ comment: 'Ramen' })
})

test('attaches every reply to the first comment, and keeps it after that is deleted', async ({
  server,
  employee: clerk,
}) => {
  const itemId = await addItem(clerk)
  const add = async (comment: string, replyTo?: number) =>
    (
      await clerk.call(api.comments.add, {
        body: { itemId, comment, ...(replyTo !== undefined && { replyTo }) },
      })
    ).id
  const first = await add('Rahmen lose')
  const reply = await add('Seit wann?', first)
  const deeper = await add('Seit Mai', reply)
  const replies = async () =>
    (await clerk.call(api.comments.ofItem, { params: { id: itemId } })).map(({ id, reply_to }) => [
      id,
      reply_to,
    ])
  expect(await replies()).toEqual([
    [deeper, first],
    [reply, first],
    [first, undefined],
  ])
  const elsewhere = { itemId: await addItem(clerk), comment: 'Falsch', replyTo: first }
  await expect(clerk.call(api.comments.add, { body: elsewhere })).rejects.toMatchObject({
    status: 404,
  })

  await clerk.call(api.comments.remove, { body: { commentId: first } })
  await expect(add('Zu spät', first)).rejects.toMatchObject({ status: 404 })
  await server.inDatabase((db) => db.deleteFrom('item_comment').where('id', '=', first).execute())
  expect(await replies()).toEqual([
    [deeper, undefined],
    [reply, undefined],
  ])
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
  const { purgeComments } = await import('./service.ts')
  server.clock.advance(days(30) + hours(1))
  await server.inDatabase((db) => db.transaction().execute((tx) => purgeComments(tx, server.clock)))
  expect(
    await server.inDatabase((db) =>
      db.selectFrom('change').select('id').where('subject', '=', 'comment').execute(),
    ),
  ).toEqual([])
})
