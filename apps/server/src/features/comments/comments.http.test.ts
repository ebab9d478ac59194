// @module-tag postgres-with-all

import { api, maxCommentsPerPage } from '@vitrine/contract'
import { expect } from 'vitest'
import { addItem } from '../../../test/inventory.ts'
import { startTestServer, test } from '../../../test/server.ts'
import { days, minutes } from '../../base/clock.ts'
import { splitIntoBatches } from '../../db/batches.ts'

test('lists comments with item and author, newest first', async ({
  server,
  employee: clerk,
  admin,
}) => {
  const itemId = await addItem(clerk, { identifier: 'LG-C1', name: 'Étude' })
  const comment = '<b>Rahmen</b> prüfen\r\nbitte'
  const { id } = await clerk.call(api.comments.add, { body: { itemId, comment } })
  server.clock.advance(minutes(1))
  await admin.call(api.comments.add, { body: { itemId, comment: 'Erledigt' } })

  const ofItem = await clerk.call(api.comments.ofItem, { params: { id: itemId } })
  expect(ofItem.map((entry) => entry.comment)).toEqual(['Erledigt', '<b>Rahmen</b> prüfen\nbitte'])
  expect(ofItem[1]).toEqual({
    id,
    item_id: itemId,
    identifier: 'LG-C1',
    item_name: 'Étude',
    comment: '<b>Rahmen</b> prüfen\nbitte',
    created: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    first_name: 'Noémie',
    last_name: 'Chappuis',
    mine: true,
  })
  expect((await clerk.call(api.comments.all, { query: {} })).slice(0, 2)).toEqual(ofItem)
  const [, toOthers] = await admin.call(api.comments.ofItem, { params: { id: itemId } })
  expect(toOthers).not.toHaveProperty('mine')
})

test('pages comments without gap or repeat, even after a deletion', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const itemId = await addItem(clerk)
  // More than a page, some at the same instant.
  const comments = Array.from({ length: 520 }, (_, n) => ({
    item_id: itemId,
    user_id: 1,
    first_name: 'A',
    last_name: 'B',
    comment: `Number ${n}`,
    created_at: `2026-01-${String((n % 28) + 1).padStart(2, '0')}T10:00:00.000Z`,
    deleted_at: null,
  }))
  await server.inDatabase(async (db) => {
    for (const batch of splitIntoBatches(comments))
      await db.insertInto('item_comment').values(batch).execute()
  })
  const all = await clerk.call(api.comments.all, { query: {} })
  expect(all.length).toBeGreaterThan(520)

  const first = await clerk.call(api.comments.all, { query: { limit: 300 } })
  const last = first.at(-1)?.id ?? 0
  await clerk.call(api.comments.remove, { body: { commentId: last } })
  const rest = await clerk.call(api.comments.all, { query: { limit: 500, before: last } })
  expect([...first, ...rest].map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  expect(await clerk.call(api.comments.all, { query: { before: rest.at(-1)?.id } })).toEqual([])
})

test('rejects an empty comment and one without an item', async ({ employee: clerk }) => {
  const itemId = await addItem(clerk)
  await expect(
    clerk.call(api.comments.add, { body: { itemId, comment: ' \n ' } }),
  ).rejects.toMatchObject({
    status: 400,
    body: { obj: { fields: { comment: 'Please write a comment.' } } },
  })
  await expect(
    clerk.call(api.comments.add, { body: { itemId: 2_000_000, comment: 'x' } }),
  ).rejects.toMatchObject({
    status: 404,
  })
  await expect(
    clerk.call(api.comments.ofItem, { params: { id: 2_000_000 } }),
  ).rejects.toMatchObject({ status: 404 })
  expect(await clerk.call(api.comments.ofItem, { params: { id: itemId } })).toEqual([])
})

test('lets any user restore a deleted comment within 30 days', async () => {
  await using server = await startTestServer()
  const [clerk, admin] = [await server.signIn('employee'), await server.signIn('admin')]
  const itemId = await addItem(clerk)
  const { id: commentId } = await clerk.call(api.comments.add, {
    body: { itemId, comment: 'Hier' },
  })
  const shown = async () =>
    (await clerk.call(api.comments.ofItem, { params: { id: itemId } })).length

  await admin.call(api.comments.remove, { body: { commentId } })
  expect(await shown()).toBe(0)
  await expect(clerk.call(api.comments.remove, { body: { commentId } })).rejects.toMatchObject({
    status: 404,
  })
  server.clock.advance(days(29))
  expect(await clerk.call(api.comments.deleted)).toMatchObject([
    { id: commentId, comment: 'Hier', item_id: itemId },
  ])
  await clerk.call(api.comments.restore, { body: { commentId } })
  expect(await shown()).toBe(1)

  await clerk.call(api.comments.remove, { body: { commentId } })
  server.clock.advance(days(29))
  await clerk.call(api.comments.ofItem, { params: { id: itemId } })
  server.clock.advance(days(1) + minutes(1))
  await expect(clerk.call(api.comments.restore, { body: { commentId } })).rejects.toMatchObject({
    status: 409,
  })
  expect(await shown()).toBe(0)
})

test('lists the latest deleted comments, and earlier ones after these are restored', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const itemId = await addItem(clerk)
  const at = (minute: number) =>
    new Date(server.clock.now().getTime() - minutes(1_000 - minute)).toISOString()
  const comments = Array.from({ length: maxCommentsPerPage + 1 }, (_, n) => ({
    ...{ item_id: itemId, user_id: 1, first_name: 'A', last_name: 'B', comment: `Number ${n}` },
    ...{ created_at: at(0), deleted_at: at(n) },
  }))
  await server.inDatabase(async (db) => {
    for (const batch of splitIntoBatches(comments))
      await db.insertInto('item_comment').values(batch).execute()
  })
  const deleted = async () => (await clerk.call(api.comments.deleted)).map(({ comment }) => comment)
  const newest = comments.map(({ comment }) => comment).toReversed()
  expect(await deleted()).toEqual(newest.slice(0, maxCommentsPerPage))
  const [last] = await clerk.call(api.comments.deleted)
  await clerk.call(api.comments.restore, { body: { commentId: last?.id ?? 0 } })
  expect(await deleted()).toEqual(newest.slice(1))
})

test('keeps the name of a deleted user on comments', async () => {
  await using server = await startTestServer()
  const [root, admin] = [await server.signIn('root'), await server.signIn('admin')]
  const itemId = await addItem(root)
  await admin.call(api.comments.add, { body: { itemId, comment: 'Adieu' } })
  await root.call(api.users.remove, { params: { id: 2 } })
  expect(await root.call(api.comments.ofItem, { params: { id: itemId } })).toMatchObject([
    { first_name: 'Matthias', last_name: 'Zurbriggen' },
  ])
})
