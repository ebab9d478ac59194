// @module-tag postgres-with-all
// @module-tag only-with-all

import { api } from '@vitrine/contract'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Client } from '../../../../test/client.ts'
import { dumpDatabase } from '../../../../test/dump.ts'
import { addItem } from '../../../../test/inventory.ts'
import { startTestServer, type TestServer, test } from '../../../../test/server.ts'
import { watchWriteTransactions } from '../../../../test/write-transaction.ts'
import { isPostgres } from '../../../db/dialect.ts'

type Rows = Record<string, string>[]

const createRows = (count: number, fields: Record<string, string>): Rows =>
  Array.from({ length: count }, (_, row) => ({ identifier: `L-${row}`, ...fields }))

const upload = (client: Client, data: Rows) =>
  client.call(api.imports.uploadArt, { body: { data } })

const changeTechnique = (client: Client, ids: readonly number[], technique: string) => {
  const change = { what: 'attribute', key: 'technique', value: technique } as const
  return client.call(api.imports.changeMany, { body: { type: 'art', ids: [...ids], change } })
}

const undo = (client: Client, importId: number | null) =>
  client.call(api.imports.undo, { body: { importId: importId ?? 0 } })

const listUploadedItems = async (client: Client) =>
  (await client.call(api.inventory.art)).filter(({ identifier }) => identifier.startsWith('L-'))

/** Uploads items, uploads them changed, changes all at once and undoes this last change. */
async function writeInEachWay(
  clerk: Client,
  count: number,
  perform: <T>(write: () => Promise<T>) => Promise<T>,
): Promise<void> {
  await perform(() => upload(clerk, createRows(count, { name: 'Étude', year: '1880' })))
  await perform(() => upload(clerk, createRows(count, { year: '1900' })))
  const ids = (await listUploadedItems(clerk)).map(({ id }) => id)
  const { importId } = await perform(() => changeTechnique(clerk, ids, 'Gouache'))
  await perform(() => undo(clerk, importId))
}

/** Makes the last statement of every large write fail. */
const failAuditInserts = (server: TestServer) =>
  server.inDatabase((db) =>
    (isPostgres(db)
      ? sql`alter table audit_entry add constraint "a test error, made on purpose" check (false) not valid`
      : sql`
          create trigger refused before insert on audit_entry
          begin select raise(abort, 'a test error, made on purpose'); end
        `
    ).execute(db),
  )

const allowAuditInserts = (server: TestServer) =>
  server.inDatabase((db) =>
    (isPostgres(db)
      ? sql`alter table audit_entry drop constraint "a test error, made on purpose"`
      : sql`drop trigger refused`
    ).execute(db),
  )

test('leaves nothing behind when a large write fails at its end', async () => {
  await using server = await startTestServer()
  const dumpContent = () => server.inDatabase((db) => dumpDatabase(db))

  await writeInEachWay(await server.signIn('employee'), 300, async (write) => {
    const before = await dumpContent()
    await failAuditInserts(server)
    await expect(write()).rejects.toMatchObject({ status: 500 })
    await allowAuditInserts(server)
    expect(await dumpContent()).toEqual(before)
    return write()
  })
})

/** Repeats a call until the work is done; returns the number of calls. */
async function repeatDuring(work: Promise<unknown>, call: () => Promise<unknown>): Promise<number> {
  let isDone = false
  const ended = work.finally(() => {
    isDone = true
  })
  let count = 0
  while (!isDone) {
    await call()
    count++
  }
  await ended
  return count
}

test('lets colleagues save during a large write', async () => {
  await using server = await startTestServer()
  const [clerk, colleague] = [await server.signIn('employee'), await server.signIn('admin')]
  const itemId = await addItem(clerk)
  const addComment = () =>
    colleague.call(api.comments.add, { body: { itemId, comment: 'Meanwhile' } })

  let commentCount = 0
  await writeInEachWay(clerk, 1_000, async (write) => {
    const writing = write()
    commentCount += await repeatDuring(writing, addComment)
    return writing
  })
  expect(await clerk.call(api.comments.ofItem, { params: { id: itemId } })).toHaveLength(
    commentCount,
  )
  expect(await listUploadedItems(clerk)).toHaveLength(1_000)
})

test('lets colleagues read while the transaction of a large write is open', async ({ skip }) => {
  await using server = await startTestServer()
  const { database } = server.config
  if (database.kind !== 'sqlite') return skip('never lets readers wait on PostgreSQL')
  const [clerk, colleague] = [await server.signIn('employee'), await server.signIn('admin')]
  const id = await addItem(clerk)
  using transaction = watchWriteTransactions(database.file)

  await writeInEachWay(clerk, 1_000, async (write) => {
    const writing = write()
    let isReadWhileOpen = false
    await repeatDuring(writing, async () => {
      const wasOpen = transaction.isOpen()
      await colleague.call(api.inventory.details, { params: { id } })
      await colleague.call(api.comments.ofItem, { params: { id } })
      isReadWhileOpen ||= wasOpen && transaction.isOpen()
    })
    expect(isReadWhileOpen).toBe(true)
    return writing
  })
})

test('writes one of two simultaneous uploads of the same file', async () => {
  await using server = await startTestServer()
  const [clerk, colleague] = [await server.signIn('employee'), await server.signIn('admin')]
  const file = createRows(500, { year: '1880' })
  const outcomes = await Promise.all([upload(clerk, file), upload(colleague, file)])
  expect(outcomes.map(({ created, unchanged }) => [created.length, unchanged]).toSorted()).toEqual([
    [0, 500],
    [500, 0],
  ])
  expect(await listUploadedItems(clerk)).toHaveLength(500)
})

test('keeps what a colleague changed after an upload was planned', async () => {
  await using server = await startTestServer()
  const [clerk, colleague] = [await server.signIn('employee'), await server.signIn('admin')]
  await upload(clerk, createRows(500, { year: '1880' }))
  const [name, description] = ['Étude', 'Huile sur toile']
  await Promise.all([
    upload(clerk, createRows(500, { name })),
    upload(colleague, createRows(500, { description })),
  ])
  const texts = await server.inDatabase((db) =>
    db
      .selectFrom('item')
      .select(['name', 'description'])
      .where('identifier', 'like', 'L-%')
      .execute(),
  )
  expect(texts).toEqual(Array.from({ length: 500 }, () => ({ name, description })))
})

test('never overwrites items that another change of many items has just written', async () => {
  await using server = await startTestServer()
  const [clerk, colleague] = [await server.signIn('employee'), await server.signIn('admin')]
  await upload(clerk, createRows(500, { year: '1880' }))
  const ids = (await listUploadedItems(clerk)).map(({ id }) => id)
  const outcomes = await Promise.all([
    changeTechnique(clerk, ids, 'Oil'),
    changeTechnique(colleague, ids, 'Gouache'),
  ])
  // The second change either saw all writes of the first, or skips all of these items.
  const skippedCount = outcomes.reduce((sum, { left }) => sum + left.length, 0)
  expect([0, 500]).toContain(skippedCount)
  for (const { changed, left } of outcomes) expect(changed.length + left.length).toBe(500)
})
