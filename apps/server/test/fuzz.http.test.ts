import { api, type Call } from '@vitrine/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { odd, oddStrings } from './arbitraries.ts'
import { type Client, demoPassword } from './client.ts'
import { dump } from './dump.ts'
import { startTestServer, type TestServer } from './server.ts'

const calls = Object.entries(api).flatMap(([group, named]) =>
  Object.entries(named).map(([name, call]: [string, Call]) => ({ title: `${group}.${name}`, call })),
)
const meantToFail = new Set<Call>([api.diagnostics.testError, api.diagnostics.testSqlError])
const fuzzed = calls.filter(({ call }) => !meantToFail.has(call))

// Who asks, and how often, is kept whatever becomes of the request.
const bookkeeping = ['session', 'failed_attempt', 'known_browser']

interface Input {
  readonly params: Record<string, string>
  readonly query: Record<string, string>
  readonly body: unknown
}

/** Odd input for every part of a call that takes input. */
function inputFor({ params, query, body }: Call): fc.Arbitrary<Input> {
  const words = (schema: Call['params']) =>
    schema
      ? odd(schema)
          .map(asWords)
          .filter((record) => isAddressable(record))
      : fc.constant({})
  return fc.record({
    params: words(params),
    query: words(query),
    body: body ? odd(body).map(asSent) : fc.constant(undefined),
  })
}

/** What is left of a value on its way through JSON. */
const asSent = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Addresses carry words only. */
function asWords(value: unknown): Record<string, string> {
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return Object.fromEntries(fields.map(([key, field]) => [key, String(JSON.stringify(field) ?? '').toWellFormed()]))
}

// An empty or dotted word makes another address, of another call.
const isAddressable = (record: Record<string, string>) => !Object.values(record).some((word) => /^[./\\]*$/.test(word))

const isRefused = ({ params, query, body }: Call, input: Input) =>
  (params && !params.safeParse(input.params).success) ||
  (query && !query.safeParse(input.query).success) ||
  (body && !body.safeParse(input.body).success) ||
  false

/** Up to thirty inputs of a kind; for some calls few are found, because what they take is particular. */
const samples = (call: Call, wanted: (input: Input) => boolean): Input[] =>
  fc.sample(inputFor(call), 300).filter(wanted).slice(0, 30)

// A few calls do a good deal of work for what they take, thirty times over. A second try would have other input.
const fuzzing = { timeout: 120_000, retry: 0 }

describe('whatever comes in, a call answers, and refused input changes nothing', fuzzing, () => {
  let server: TestServer
  let root: Client

  // Somebody whose id no odd number hits, so that no call takes the session away from under the test.
  const fuzzer = { id: 77_777_777, email: 'fuzz@example.org', email_key: 'fuzz@example.org' }
  let passwordHash: string | null

  beforeAll(async () => {
    server = await startTestServer()
    await server.inDatabase(async (db) => {
      const user = await db.selectFrom('user_account').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
      passwordHash = user.password_hash
      await db
        .insertInto('user_account')
        .values({ ...user, ...fuzzer })
        .execute()
    })
  })
  afterAll(() => server[Symbol.asyncDispose]())

  beforeEach(async () => {
    await server.inDatabase(async (db) => {
      await db.updateTable('user_account').set({ password_hash: passwordHash }).where('id', '=', fuzzer.id).execute()
      await db.deleteFrom('failed_attempt').execute()
    })
    root = await server.signIn({ email: fuzzer.email, password: demoPassword })
  })

  const state = () => server.inDatabase((db) => dump(db, bookkeeping))

  async function send(call: Call, { params, query, body }: Input): Promise<number> {
    const path = call.path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? 'none'))
    const search = new URLSearchParams(query).toString()
    const response = await root.fetch(`/api${path}${search && `?${search}`}`, {
      method: call.method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    await response.arrayBuffer()
    return response.status
  }

  const withInput = fuzzed.filter(({ call }) => call.params || call.query || call.body)

  test.for(withInput)('$title with input that the contract refuses', async ({ call }) => {
    const inputs = samples(call, (input) => isRefused(call, input))
    expect(inputs.length).toBeGreaterThan(10)
    const before = await state()
    for (const input of inputs) {
      const status = await send(call, input)
      expect({ input, refused: status >= 400 && status < 500 ? 'yes' : status }).toEqual({ input, refused: 'yes' })
    }
    expect(await state()).toEqual(before)
  })

  test.for(withInput)('$title with odd input that the contract takes', async ({ call }) => {
    for (const input of samples(call, (candidate) => !isRefused(call, candidate))) {
      const status = await send(call, input)
      expect({ input, answered: status < 500 || status }).toEqual({ input, answered: true })
    }
  })

  const writing = fuzzed.filter(({ call }) => call.method !== 'GET' && call.body)
  const broken: [type: string, body: string][] = [
    ['application/json', ''],
    ['application/json', '{'],
    ['application/json', '{"a":1,}'],
    ['application/json', '\0'],
    ['application/json', '{"__proto__":{"a":1}}'],
    ['application/json', '{"constructor":{"prototype":{"a":1}}}'],
    ['application/json', '['.repeat(20_000)],
    ['application/json; charset=utf-16', '{}'],
    ['text/plain', '{}'],
    ['application/x-www-form-urlencoded', 'itemId=1'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="itemId"\r\n\r\n1\r\n'],
    ['multipart/form-data', 'no boundary'],
    ['nonsense', '{}'],
  ]

  test.for(writing)('$title with a broken body', async ({ call }) => {
    const before = await state()
    for (const [type, body] of broken) {
      const path = call.path.replaceAll(/:\w+/g, '1')
      const response = await root.fetch(`/api${path}`, { method: call.method, body, headers: { 'content-type': type } })
      expect([type, body.slice(0, 40), response.status >= 400 && response.status < 500]).toEqual([
        type,
        body.slice(0, 40),
        true,
      ])
    }
    expect(await state()).toEqual(before)
  })

  const uploads = fuzzed.filter(({ call }) => call.upload)

  test.for(uploads)('$title with a form of nonsense', async ({ call }) => {
    const before = await state()
    const file = fc.uint8Array({ maxLength: 2_000 })
    for (const [itemId, name, bytes] of fc.sample(fc.tuple(oddStrings, oddStrings, file), 40)) {
      const form = new FormData()
      form.append('itemId', itemId)
      form.append(call.upload?.field ?? '', new Blob([bytes]), name)
      const { status } = await root.fetch(`/api${call.path}`, { method: 'POST', body: form })
      expect({ itemId, name, refused: status >= 400 && status < 500 ? 'yes' : status }).toMatchObject({
        refused: 'yes',
      })
    }
    expect(await state()).toEqual(before)
  })

  test('the test still means something: for most calls, odd input that they take is found', () => {
    const taking = withInput.filter(({ call }) => samples(call, (input) => !isRefused(call, input)).length > 5)
    expect(taking.length).toBeGreaterThan(withInput.length / 2)
    expect(uploads.length).toBeGreaterThan(0)
  })
})
