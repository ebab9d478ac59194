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
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

const createKey = () => crypto.randomUUID()
const createEntry = () => ({ comment: crypto.randomUUID(), date: '2026-05-31', tags: [] })
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

/** Sends a journal entry and disconnects once it is written, without reading the answer. */
async function sendAndLoseAnswer(
  key: string,
  body: object,
  isWritten: () => Promise<boolean>,
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
  const headerLines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST /api/journal HTTP/1.1\r\n${headerLines.join('')}\r\n${content}`)
  await expect.poll(isWritten, { timeout: 20_000 }).toBe(true)
  socket.destroy()
  await once(socket, 'close')
}

test('writes once although the first answer was lost, also through another process', async () => {
  const [key, body] = [createKey(), createEntry()]
  await sendAndLoseAnswer(key, body, async () => (await findEntries(body.comment)).length === 1)
  await using otherProcess = await server.another()
  const otherClient = new Client(otherProcess.url, { token: root.token })
  const written = await findEntries(body.comment)
  expect([await sendAndRead(root, key, api.journal.add, body)]).toEqual(written)
  expect([await sendAndRead(otherClient, key, api.journal.add, body)]).toEqual(written)
})

test('writes once and answers alike when two processes get a request several times', async () => {
  await using otherProcess = await server.another()
  const otherClient = new Client(otherProcess.url, { token: root.token })
  const [key, body] = [createKey(), createEntry()]
  const answers = await Promise.all(
    [root, otherClient, root, otherClient, root].map((client) =>
      sendAndRead(client, key, api.journal.add, body),
    ),
  )
  const written = await findEntries(body.comment)
  expect(written).toHaveLength(1)
  expect(answers).toEqual(answers.map(() => written[0]))
})

// All calls that create something: one that is missing here does not compile.
type CreatingCallName = {
  [Group in keyof typeof api]: {
    [Name in keyof (typeof api)[Group]]: (typeof api)[Group][Name] extends { creates: true }
      ? `${Group}.${Name & string}`
      : never
  }[keyof (typeof api)[Group]]
}[keyof typeof api]
interface CreatingCall {
  readonly call: Call
  /** Creates a body that differs from all others. */
  readonly createBody: () => object
}
const creatingCalls: Record<CreatingCallName, CreatingCall> = {
  'journal.add': { call: api.journal.add, createBody: createEntry },
  'journal.addTag': { call: api.journal.addTag, createBody: () => ({ name: crypto.randomUUID() }) },
  'comments.add': {
    call: api.comments.add,
    createBody: () => ({ itemId, comment: crypto.randomUUID() }),
  },
  'conditions.add': {
    call: api.conditions.add,
    createBody: () => ({ itemId, state: 'watch', remark: crypto.randomUUID() }),
  },
  'conditions.makeTask': {
    call: api.conditions.makeTask,
    createBody: () => ({ id: conditionId, task: { due: addDays('2099-01-01', ++taskCount) } }),
  },
  'views.add': {
    call: api.views.add,
    createBody: () => ({ type: 'car', name: crypto.randomUUID(), shared: false, search: {} }),
  },
  'inventory.add': {
    call: api.inventory.add,
    createBody: () => ({
      item: { type_id: 1, identifier: crypto.randomUUID(), name: '', description: '' },
    }),
  },
  'attributes.add': {
    call: api.attributes.add,
    createBody: () => ({
      type: 'car',
      tag_key: `k${crypto.randomUUID().replaceAll('-', '')}`,
      attribute: plainAttribute,
    }),
  },
  'stocktake.open': {
    call: api.stocktake.open,
    createBody: () => ({ name: crypto.randomUUID(), scope: { view: 'Depot', itemIds: [itemId] } }),
  },
  'places.add': { call: api.places.add, createBody: () => ({ place: newPlace() }) },
  'users.create': {
    call: api.users.create,
    createBody: () => ({
      gender: 'female',
      role: 'employee',
      firstName: crypto.randomUUID(),
      lastName: '',
    }),
  },
}
// The bodies above refer to these.
let itemId: number
let conditionId: number
let taskCount = 0

const addConditionCheck = async (): Promise<number> =>
  (await root.call(api.conditions.add, { body: { itemId, state: 'watch' } })).id

describe.for(Object.entries(creatingCalls))('%s', ([, { call, createBody }]) => {
  beforeAll(async () => {
    itemId = await addItem(root)
  })
  beforeEach(async () => {
    conditionId = await addConditionCheck()
  })

  test('gives a repeated request the first answer, and rejects another body', async () => {
    const [key, body] = [createKey(), createBody()]
    const firstAnswer = await sendAndRead(root, key, call, body)
    expect(await sendAndRead(root, key, call, body)).toEqual(firstAnswer)

    const rejection = await sendAs(root, key, call, createBody())
    expect(rejection.status).toBe(422)
    expect(await rejection.json()).toMatchObject({
      message: expect.stringContaining('Please use a new key'),
    })
  })

  test('does not share the keys of two accounts', async () => {
    const key = createKey()
    const firstAnswer = await sendAndRead(root, key, call, createBody())
    conditionId = await addConditionCheck()
    const admin = await server.signIn('admin')
    expect(await sendAndRead(admin, key, call, createBody())).not.toEqual(firstAnswer)
  })

  test('rejects a key with a space', async () => {
    const response = await sendAs(root, 'two words', call, createBody())
    expect(response.status).toBe(400)
    expect(((await response.json()) as ErrorBody).message).toContain(idempotencyHeader)
  })
})

test('runs a call again with its idempotency key after a failure', async () => {
  const key = createKey()
  const futureItemId = (await addItem(root)) + 1
  const comment = { itemId: futureItemId, comment: 'too early' }
  expect((await sendAs(root, key, api.comments.add, comment)).status).toBe(404)
  expect(await addItem(root)).toBe(futureItemId)
  expect((await sendAs(root, key, api.comments.add, comment)).status).toBe(200)
})

test('rejects another call with the same idempotency key', async () => {
  const key = createKey()
  await sendAndRead(root, key, api.journal.add, createEntry())
  const comment = { itemId: await addItem(root), comment: 'with the same key' }
  expect((await sendAs(root, key, api.comments.add, comment)).status).toBe(422)
})

test('forgets an idempotency key after a day', async () => {
  const [key, entry] = [createKey(), createEntry()]
  const firstAnswer = await sendAndRead(root, key, api.journal.add, entry)
  server.clock.advance(hours(25))
  expect(await sendAndRead(root, key, api.journal.add, entry)).not.toEqual(firstAnswer)
})
