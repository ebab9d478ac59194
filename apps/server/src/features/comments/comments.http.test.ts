// @module-tag postgres-with-all

import { api, maxCommentsPerPage } from '@vitrine/contract'
import { expect } from 'vitest'
import { addItem } from '../../../test/inventory.ts'
import { startTestServer, type TestServer, test } from '../../../test/server.ts'
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

  const comments = await clerk.call(api.comments.ofItem, { params: { id: itemId } })
  const normalizedComment = '<b>Rahmen</b> prüfen\nbitte'
  expect(comments.map((entry) => entry.comment)).toEqual(['Erledigt', normalizedComment])
  const [, ownComment] = comments
  expect(ownComment).toEqual({
    id,
    item_id: itemId,
    identifier: 'LG-C1',
    item_name: 'Étude',
    comment: normalizedComment,
    created: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    first_name: 'Noémie',
    last_name: 'Chappuis',
    mine: true,
  })
  const latestComments = await clerk.call(api.comments.all, { query: { limit: 2 } })
  expect(latestComments).toEqual(comments)
  const [, commentForOthers] = await admin.call(api.comments.ofItem, { params: { id: itemId } })
  expect(commentForOthers).not.toHaveProperty('mine')
})

/** Inserts comments into the database, faster than by calls; returns their texts. */
async function insertComments(
  server: TestServer,
  itemId: number,
  instants: readonly { created_at: string; deleted_at: string | null }[],
): Promise<string[]> {
  const author = { user_id: 1, first_name: 'Claire', last_name: 'Aebischer' }
  const rows = instants.map((instantColumns, index) => ({
    item_id: itemId,
    ...author,
    ...instantColumns,
    comment: `Number ${index}`,
  }))
  await server.inDatabase(async (db) => {
    for (const batch of splitIntoBatches(rows))
      await db.insertInto('item_comment').values(batch).execute()
  })
  return rows.map(({ comment }) => comment)
}

test('pages comments without gap or repeat, even if the last of a page is deleted', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const itemId = await addItem(clerk)
  // Many have the same instant, so that the order also depends on ids.
  const instants = Array.from({ length: maxCommentsPerPage + 20 }, (_, index) => {
    const day = String((index % 28) + 1).padStart(2, '0')
    return { created_at: `2026-01-${day}T10:00:00.000Z`, deleted_at: null }
  })
  await insertComments(server, itemId, instants)
  const listIds = async (query: { limit?: number; before?: number }) =>
    (await clerk.call(api.comments.all, { query })).map(({ id }) => id)
  const allIds = await listIds({})
  expect(allIds.length).toBeGreaterThan(instants.length)

  const firstPage = await listIds({ limit: 300 })
  const lastOfPage = firstPage.at(-1) ?? expect.fail()
  await clerk.call(api.comments.remove, { body: { commentId: lastOfPage } })
  const secondPage = await listIds({ limit: maxCommentsPerPage, before: lastOfPage })
  expect([...firstPage, ...secondPage]).toEqual(allIds)
  expect(await listIds({ before: secondPage.at(-1) ?? expect.fail() })).toEqual([])
})

test('rejects an empty comment and one for an unknown item', async ({ employee: clerk }) => {
  const unknownId = 2_000_000
  const itemId = await addItem(clerk)
  await expect(
    clerk.call(api.comments.add, { body: { itemId, comment: ' \n ' } }),
  ).rejects.toMatchObject({
    status: 400,
    body: { obj: { fields: { comment: 'Please write a comment.' } } },
  })
  await expect(
    clerk.call(api.comments.add, { body: { itemId: unknownId, comment: 'x' } }),
  ).rejects.toMatchObject({
    status: 404,
  })
  await expect(
    clerk.call(api.comments.ofItem, { params: { id: unknownId } }),
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
  const countComments = async () =>
    (await clerk.call(api.comments.ofItem, { params: { id: itemId } })).length

  await admin.call(api.comments.remove, { body: { commentId } })
  expect(await countComments()).toBe(0)
  await expect(clerk.call(api.comments.remove, { body: { commentId } })).rejects.toMatchObject({
    status: 404,
  })
  server.clock.advance(days(29))
  expect(await clerk.call(api.comments.deleted)).toMatchObject([
    { id: commentId, comment: 'Hier', item_id: itemId },
  ])
  await clerk.call(api.comments.restore, { body: { commentId } })
  expect(await countComments()).toBe(1)

  await clerk.call(api.comments.remove, { body: { commentId } })
  server.clock.advance(days(29))
  // Keeps the session alive, which ends after 30 days without use.
  await clerk.call(api.comments.ofItem, { params: { id: itemId } })
  server.clock.advance(days(1) + minutes(1))
  await expect(clerk.call(api.comments.restore, { body: { commentId } })).rejects.toMatchObject({
    status: 409,
  })
  expect(await countComments()).toBe(0)
})

test('lists one page of the latest deleted comments, refilled after one is restored', async () => {
  await using server = await startTestServer()
  const clerk = await server.signIn('employee')
  const itemId = await addItem(clerk)
  const startMs = server.clock.now().getTime() - days(1)
  const created_at = new Date(startMs).toISOString()
  const instants = Array.from({ length: maxCommentsPerPage + 1 }, (_, index) => {
    const deleted_at = new Date(startMs + minutes(index)).toISOString()
    return { created_at, deleted_at }
  })
  const comments = await insertComments(server, itemId, instants)
  const latestFirst = comments.toReversed()
  const listDeleted = async () =>
    (await clerk.call(api.comments.deleted)).map(({ comment }) => comment)
  expect(await listDeleted()).toEqual(latestFirst.slice(0, maxCommentsPerPage))
  const [latest] = await clerk.call(api.comments.deleted)
  await clerk.call(api.comments.restore, { body: { commentId: latest?.id ?? expect.fail() } })
  expect(await listDeleted()).toEqual(latestFirst.slice(1))
})

test('keeps the name of a deleted user on comments', async () => {
  await using server = await startTestServer()
  const [root, admin] = [await server.signIn('root'), await server.signIn('admin')]
  const itemId = await addItem(root)
  await admin.call(api.comments.add, { body: { itemId, comment: 'Adieu' } })
  const users = await root.call(api.users.list)
  const { id } = users.find(({ firstName }) => firstName === 'Matthias') ?? expect.fail()
  await root.call(api.users.remove, { params: { id } })
  expect(await root.call(api.comments.ofItem, { params: { id: itemId } })).toMatchObject([
    { first_name: 'Matthias', last_name: 'Zurbriggen' },
  ])
})
