import { api, type Call } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Client } from './client.ts'
import { addItem, newItem } from './inventory.ts'
import { pictureFile } from './media-files.ts'
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

const calls = Object.entries(api).flatMap(([group, named]) =>
  Object.entries(named).map(([name, call]: [string, Call]) => ({ title: `${group}.${name}`, call })),
)

/** The paths of objects in a schema that let undeclared fields through. */
function openObjects(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { additionalProperties } = schema as { additionalProperties?: unknown }
  const lets = additionalProperties === true || JSON.stringify(additionalProperties) === '{}'
  const inside = Object.entries(schema).flatMap(([key, part]) => openObjects(part, `${path}/${key}`))
  return lets ? [path || '/', ...inside] : inside
}

describe('fields that a call does not declare', () => {
  const openIn = (schemas: (z.ZodType | false | undefined)[]) =>
    schemas
      .filter((schema) => !!schema)
      .flatMap((schema) => openObjects(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })))

  test('are taken by no call', () => {
    const open = calls.filter(({ call: { params, query, body } }) => openIn([params, query, body]).length > 0)
    expect(open.map(({ title }) => title)).toEqual([])
  })

  test('leave with no answer', () => {
    // What a browser is asked to make a passkey with, and the description of the API, are others' formats.
    const foreign = ['secondStep.offerPasskey', 'operations.openApi']
    const open = calls.filter(({ call }) => !call.finished && openIn([call.ok]).length > 0)
    expect(open.map(({ title }) => title).filter((title) => !foreign.includes(title))).toEqual([])
  })

  /** A call with more in its body than it declares; TypeScript would not let anybody write it. */
  const overreach = async (client: Client, call: Call, body: object): Promise<Record<string, unknown>> => {
    const response = await client.send(call, { body } as never)
    expect(response.status).toBe(200)
    return (await response.json()) as Record<string, unknown>
  }
  const rowOf = (email: string) =>
    server.inDatabase((db) =>
      db.selectFrom('user_account').selectAll().where('email', '=', email).executeTakeFirstOrThrow(),
    )

  test('leave an item’s id, type, version, picture and visibility alone', async () => {
    const pictured = await addItem(employee)
    await employee.call(api.media.uploadImage, { body: { itemId: pictured }, file: await pictureFile() })
    const extra = {
      id: pictured,
      type: 'car',
      type_name: 'car',
      version: 99,
      public: false,
      is_public: 0,
      picture: { name: 'x', width: 1, height: 1 },
      picture_id: 1,
      pictureId: 1,
      tags: { artist: 'Nobody' },
    }
    const item = newItem()
    const { id } = (await overreach(employee, api.inventory.add, { item: { ...item, ...extra }, ...extra })) as {
      id: number
    }
    expect(id).not.toBe(pictured)
    const read = () => employee.call(api.inventory.details, { params: { id } })
    const plain = { id, type_name: 'art', version: 1, public: true, picture: null, tags: {} }
    expect(await read()).toMatchObject({ ...plain, name: item.name })
    const data = { ...item, ...extra, name: 'New name' }
    await overreach(employee, api.inventory.saveInfo, { itemId: id, data, public: false, picture_id: 1 })
    expect(await read()).toMatchObject({ ...plain, version: 2, name: 'New name' })
  })

  test('make nobody else the author, and nothing older than it is', async () => {
    const itemId = await addItem(employee)
    const others = {
      id: 1,
      user_id: 1,
      userId: 1,
      author_id: 1,
      first_name: 'Root',
      firstName: 'Root',
      user_name: 'Root',
      created: '1999-01-01T00:00:00.000Z',
      created_at: '1999-01-01T00:00:00.000Z',
      version: 99,
    }
    const author = await rowOf('employee@example.org')
    await overreach(employee, api.comments.add, { ...others, itemId, comment: 'Mine' })
    const [comment] = await employee.call(api.comments.ofItem, { params: { id: itemId } })
    expect(comment).toMatchObject({ comment: 'Mine', first_name: author.first_name })
    expect(comment?.created).not.toContain('1999')

    const entry = await overreach(admin, api.journal.add, { ...others, comment: 'Mine', date: '2026-05-31' })
    expect(entry).toMatchObject({ version: 1, first_name: (await rowOf('admin@example.org')).first_name })
    expect(entry.created).not.toContain('1999')
  })
})

describe('things of others, by their numbers', () => {
  test('a withdrawn item is hidden from visitors at every address but that of its bare picture', async () => {
    const id = await addItem(employee)
    await employee.call(api.media.uploadImage, { body: { itemId: id }, file: await pictureFile() })
    await employee.call(api.inventory.setPublic, { body: { itemId: id, public: false } })
    const statuses = async (...paths: string[]) =>
      Promise.all(paths.map(async (path) => [path, (await server.fetch(path)).status]))
    const hidden = [`/art/${id}`, `/api/public/details/${id}`, `/api/public/art/qr/${id}`, `/api/pdf-art/v6/${id}`]
    expect(await statuses(...hidden)).toEqual(hidden.map((path) => [path, 404]))
    // Staff see it in lists by <img>, which carries no token: decided in the readings of the specification.
    expect(await statuses(`/api/image/${id}`)).toEqual([[`/api/image/${id}`, 200]])
    const previews = ['', '/pdf', '/qr'].map((part) => `/api/inventory/preview/${id}${part}`)
    expect(await statuses(...previews)).toEqual(previews.map((path) => [path, 401]))
  })

  test('nobody but managers learns who works here, and no answer tells a hash', async () => {
    for (const path of ['/api/admin/employees', '/api/admin/employees/1']) {
      expect((await employee.fetch(path)).status).toBe(403)
      expect((await server.fetch(path)).status).toBe(401)
      expect(await (await admin.fetch(path)).text()).not.toMatch(/hash|argon|epoch/)
    }
  })

  test('a session is of no use with the token of another one’s id, or with its hash', async () => {
    const rows = await server.inDatabase((db) => db.selectFrom('session').selectAll().execute())
    expect(rows.length).toBeGreaterThan(1)
    for (const token of rows.flatMap((row) => [String(row.id), row.token_hash])) {
      const response = await new Client(server.url, { token }).send(api.inventory.art)
      expect(response.status).toBe(401)
    }
  })
})
