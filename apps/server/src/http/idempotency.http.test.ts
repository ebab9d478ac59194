// @module-tag postgres-with-all

import { once } from 'node:events'
import { connect } from 'node:net'
import {
  addDays,
  api,
  type Call,
  type CallInput,
  type ErrorBody,
  idempotencyHeader,
} from '@vitrine/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../../test/client.ts'
import { addItem, newPlace, plainAttribute } from '../../test/inventory.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { hours } from '../base/clock.ts'

let server: TestServer
let root: Client

beforeAll(async () => {
  server = await startTestServer()
  root = await server.signIn('root')
})
afterAll(() => server[Symbol.asyncDispose]())

const newKey = () => crypto.randomUUID()
const newEntry = () => ({ comment: crypto.randomUUID(), date: '2026-05-31', tags: [] })
const sendAs = (client: Client, key: string, call: Call, body: object) =>
  client.send(call, { body } as CallInput<Call>, { [idempotencyHeader]: key })
const sendAndRead = async (
  client: Client,
  key: string,
  call: Call,
  body: object,
): Promise<unknown> => {
  const response = await sendAs(client, key, call, body)
  expect(response.status).toBe(200)
  return response.json()
}
const findEntries = async (comment: string) =>
  (await root.call(api.journal.list)).data.filter((candidate) => candidate.comment === comment)

/** Sends a request and disconnects once its work is done, without reading the answer. */
async function sendAndLoseAnswer(
  key: string,
  body: object,
  isDone: () => Promise<boolean>,
): Promise<void> {
  const { hostname, port } = new URL(server.url)
  const content = JSON.stringify(body)
  const socket = connect({ host: hostname, port: Number(port) }).pause()
  const head = {
    host: hostname,
    authorization: `Bearer ${root.token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(content),
    [idempotencyHeader]: key,
  }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST /api/journal HTTP/1.1\r\n${lines.join('')}\r\n${content}`)
  await expect.poll(isDone, { timeout: 20_000 }).toBe(true)
  socket.destroy()
  await once(socket, 'close')
}

test('writes an entry once, however often a request without an answer is retried', async () => {
  const [key, body] = [newKey(), newEntry()]
  await sendAndLoseAnswer(key, body, async () => (await findEntries(body.comment)).length === 1)
  await using other = await server.another()
  const elsewhere = new Client(other.url, { token: root.token })
  const written = await findEntries(body.comment)
  expect([await sendAndRead(root, key, api.journal.add, body)]).toEqual(written)
  expect([await sendAndRead(elsewhere, key, api.journal.add, body)]).toEqual(written)

  const [second, together] = [newKey(), newEntry()]
  const answers = await Promise.all(
    [root, elsewhere, root, elsewhere, root].map((client) =>
      sendAndRead(client, second, api.journal.add, together),
    ),
  )
  const all = await findEntries(together.comment)
  expect(all).toHaveLength(1)
  expect(answers).toEqual(answers.map(() => all[0]))
})

// All calls that create something: one that is missing here does not compile.
type Creating = {
  [G in keyof typeof api]: {
    [N in keyof (typeof api)[G]]: (typeof api)[G][N] extends { creates: true }
      ? `${G}.${N & string}`
      : never
  }[keyof (typeof api)[G]]
}[keyof typeof api]
const creatingCalls: Record<Creating, { call: Call; body: () => object }> = {
  'journal.add': { call: api.journal.add, body: newEntry },
  'journal.addTag': { call: api.journal.addTag, body: () => ({ name: crypto.randomUUID() }) },
  'comments.add': {
    call: api.comments.add,
    body: () => ({ itemId, comment: crypto.randomUUID() }),
  },
  'conditions.add': {
    call: api.conditions.add,
    body: () => ({ itemId, state: 'watch', remark: crypto.randomUUID() }),
  },
  'conditions.makeTask': {
    call: api.conditions.makeTask,
    body: () => ({ id: conditionId, task: { due: addDays('2099-01-01', ++taskCount) } }),
  },
  'views.add': {
    call: api.views.add,
    body: () => ({ type: 'car', name: crypto.randomUUID(), shared: false, search: {} }),
  },
  'inventory.add': {
    call: api.inventory.add,
    body: () => ({
      item: { type_id: 1, identifier: crypto.randomUUID(), name: '', description: '' },
    }),
  },
  'attributes.add': {
    call: api.attributes.add,
    body: () => ({
      type: 'car',
      tag_key: `k${crypto.randomUUID().replaceAll('-', '')}`,
      attribute: plainAttribute,
    }),
  },
  'stocktake.open': {
    call: api.stocktake.open,
    body: () => ({ name: crypto.randomUUID(), scope: { view: 'Depot', itemIds: [itemId] } }),
  },
  'places.add': { call: api.places.add, body: () => ({ place: newPlace() }) },
  'users.create': {
    call: api.users.create,
    body: () => ({
      gender: 'female',
      role: 'employee',
      firstName: crypto.randomUUID(),
      lastName: '',
    }),
  },
}
let itemId: number
let conditionId: number
let taskCount = 0

test.for(Object.entries(creatingCalls))(
  '%s binds an idempotency key to one request of one account',
  async ([, { call, body }]) => {
    itemId = await addItem(root)
    const newCheck = async () =>
      (await root.call(api.conditions.add, { body: { itemId, state: 'watch' } })).id
    conditionId = await newCheck()
    const [key, content] = [newKey(), body()]
    const first = await sendAndRead(root, key, call, content)
    expect(await sendAndRead(root, key, call, content)).toEqual(first)
    const other = await sendAs(root, key, call, body())
    expect(other.status).toBe(422)
    expect(await other.json()).toMatchObject({
      message: expect.stringContaining('Please use a new key'),
    })

    const admin = await server.signIn('admin')
    conditionId = await newCheck()
    expect(await sendAndRead(admin, key, call, body())).not.toEqual(first)
    const bad = await sendAs(root, 'two words', call, body())
    expect(bad.status).toBe(400)
    expect(((await bad.json()) as ErrorBody).message).toContain(idempotencyHeader)
  },
)

test('runs a call again with its idempotency key after a failure', async () => {
  const key = newKey()
  const futureItemId = (await addItem(root)) + 1
  const comment = { itemId: futureItemId, comment: 'too early' }
  expect((await sendAs(root, key, api.comments.add, comment)).status).toBe(404)
  expect(await addItem(root)).toBe(futureItemId)
  expect((await sendAs(root, key, api.comments.add, comment)).status).toBe(200)
})

test('rejects another call with the same idempotency key', async () => {
  const key = newKey()
  await sendAndRead(root, key, api.journal.add, newEntry())
  const comment = { itemId: await addItem(root), comment: 'with the same key' }
  expect((await sendAs(root, key, api.comments.add, comment)).status).toBe(422)
})

test('forgets an idempotency key after a day', async () => {
  const [key, entry] = [newKey(), newEntry()]
  const first = await sendAndRead(root, key, api.journal.add, entry)
  server.clock.advance(hours(25))
  expect(await sendAndRead(root, key, api.journal.add, entry)).not.toEqual(first)
})
