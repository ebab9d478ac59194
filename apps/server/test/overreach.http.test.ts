// @module-tag sqlite

import { anyone, api, type Call, toPublicNumber } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Client } from './client.ts'
import { dumpDatabase } from './dump.ts'
import { addItem, newItem } from './inventory.ts'
import { createMp3File, createPictureFile } from './media-files.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
let employee: Client
let admin: Client

beforeAll(async () => {
  server = await startTestServer()
  employee = await server.signIn('employee')
  admin = await server.signIn('admin')
})
afterAll(() => server[Symbol.asyncDispose]())

const calls = Object.entries(api).flatMap(([group, callsByName]) =>
  Object.entries(callsByName).map(([name, call]: [string, Call]) => ({
    title: `${group}.${name}`,
    call,
  })),
)

interface JsonSchema {
  readonly type?: unknown
  readonly additionalProperties?: unknown
}

/** Whether any part of a JSON Schema meets a condition. */
function hasPart(schema: unknown, matches: (part: JsonSchema) => boolean): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  return matches(schema) || Object.values(schema).some((part) => hasPart(part, matches))
}

/** Whether an input may have undeclared fields, even if they are dropped. */
const acceptsUndeclaredFields = (schema: z.ZodType | undefined): boolean =>
  schema !== undefined &&
  hasPart(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
    ({ type, additionalProperties }) => type === 'object' && additionalProperties === undefined,
  )

/** Whether an answer may have undeclared fields. */
const passesUndeclaredFields = (schema: z.ZodType | undefined): boolean =>
  schema !== undefined &&
  hasPart(
    z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }),
    ({ additionalProperties }) =>
      additionalProperties === true || JSON.stringify(additionalProperties) === '{}',
  )

describe('fields that a call does not declare', () => {
  test('are rejected by every call, in the body and in a query of staff', () => {
    // Browsers define the format of passkey answers and may extend it.
    const foreignInputs = ['secondStep.signIn', 'secondStep.addPasskey']
    const lenientCalls = calls.filter(
      ({ call: { body, query, access } }) =>
        acceptsUndeclaredFields(body) || (access !== anyone && acceptsUndeclaredFields(query)),
    )
    const titles = lenientCalls.map(({ title }) => title)
    expect(titles.filter((title) => !foreignInputs.includes(title))).toEqual([])
  })

  test('are in no answer', () => {
    // The options of a passkey and the API description have foreign formats.
    const foreignAnswers = ['secondStep.offerPasskey', 'operations.openApi']
    const openCalls = calls.filter(({ call }) => !call.finished && passesUndeclaredFields(call.ok))
    const titles = openCalls.map(({ title }) => title)
    expect(titles.filter((title) => !foreignAnswers.includes(title))).toEqual([])
  })

  /** Sends undeclared fields, which TypeScript would not allow; returns status and message. */
  const sendUndeclared = async (client: Client, call: Call, body: object): Promise<string> => {
    const response = await client.send(call, { body } as never)
    const { message } = (await response.json()) as { message: string }
    return `${response.status} ${message}`
  }

  test('are named in the answer that rejects them', async () => {
    const itemId = await addItem(employee)
    const item = newItem()
    const readRows = () => server.inDatabase((db) => dumpDatabase(db, ['session']))
    const rowsBefore = await readRows()
    expect(
      await sendUndeclared(employee, api.inventory.add, {
        item: { ...item, is_public: 0 },
        pictureId: 1,
      }),
    ).toBe(
      '400 item: Unknown: is_public. Please check the spelling or leave it out. ' +
        'Unknown: pictureId. Please check the spelling or leave it out.',
    )
    expect(
      await sendUndeclared(employee, api.inventory.saveInfo, {
        itemId,
        data: { ...item, picture_id: 1 },
      }),
    ).toMatch(/^400 data: Unknown: picture_id\./)
    expect(
      await sendUndeclared(employee, api.comments.add, { itemId, comment: 'Mine', user_id: 1 }),
    ).toMatch(/^400 Unknown: user_id\./)
    const entry = { comment: 'Mine', date: '2026-05-31', created: '1999-01-01T00:00:00.000Z' }
    expect(await sendUndeclared(admin, api.journal.add, entry)).toMatch(/^400 Unknown: created\./)
    expect(await readRows()).toEqual(rowsBefore)
  })
})

describe('access to records by their ids', () => {
  test('hides a withdrawn item from visitors at every address', async () => {
    const id = await addItem(employee)
    await employee.call(api.media.uploadImage, {
      body: { itemId: id },
      file: await createPictureFile(),
    })
    await employee.call(api.media.uploadRecording, { body: { itemId: id }, file: createMp3File() })
    const fetchStatuses = (paths: readonly string[]) =>
      Promise.all(paths.map(async (path) => ({ path, status: (await server.fetch(path)).status })))
    const media = ['image', 'image/medium', 'image/thumbnail', 'recording'].map(
      (kind) => `/api/${kind}/${id}`,
    )
    const number = toPublicNumber('art', id)
    const papers = [`/api/public/art/qr/${number}`, `/api/pdf-art/v6/${number}`]
    const publicPaths = [`/art/${number}`, `/api/public/details/${id}`, ...papers, ...media]
    const expectStatus = async (paths: readonly string[], status: number) =>
      expect(await fetchStatuses(paths)).toEqual(paths.map((path) => ({ path, status })))
    await expectStatus(publicPaths, 200)
    await employee.call(api.inventory.setPublic, { body: { itemId: id, public: false } })
    await expectStatus(publicPaths, 404)
    const previews = ['', '/pdf', '/qr'].map((part) => `/api/inventory/preview/${id}${part}`)
    await expectStatus(previews, 401)
  })

  test('shows accounts to managers only, and no password hashes', async () => {
    for (const path of ['/api/admin/employees', '/api/admin/employees/1']) {
      expect((await employee.fetch(path)).status).toBe(403)
      expect((await server.fetch(path)).status).toBe(401)
      expect(await (await admin.fetch(path)).text()).not.toMatch(/hash|argon|epoch/)
    }
  })

  test('rejects the id or hash of a session as a token', async () => {
    const rows = await server.inDatabase((db) => db.selectFrom('session').selectAll().execute())
    expect(rows.length).toBeGreaterThan(1)
    for (const token of rows.flatMap((row) => [String(row.id), row.token_hash])) {
      const response = await new Client(server.url, { token }).send(api.inventory.art)
      expect(response.status).toBe(401)
    }
  })
})
