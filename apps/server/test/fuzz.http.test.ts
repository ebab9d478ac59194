// @module-tag postgres-with-all
// @module-tag only-with-all

import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { api, type Call } from '@vitrine/contract'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { damagedValues, oddStrings, oddValues } from './arbitraries.ts'
import type { Client } from './client.ts'
import { isOnPostgres } from './database.ts'
import { dumpDatabase } from './dump.ts'
import { callExamples } from './examples.ts'
import { papersWithoutTypst } from './papers-without-typst.ts'
import { startTestServer, type TestServer } from './server.ts'
import { type InputSchema, toInputSchema, violatesSchema } from './shapes.ts'

const failingCalls = new Set<Call>([api.diagnostics.testError, api.diagnostics.testSqlError])
// On PostgreSQL only writes, because its statements treat odd values differently.
const fuzzedCalls = callExamples.filter(
  ({ call }) => !failingCalls.has(call) && !(isOnPostgres() && call.method === 'GET'),
)

// Tables that are written even for rejected requests.
const bookkeepingTables = ['session', 'failed_attempt', 'known_browser']

// FUZZ_SEED repeats a run. A failure prints its seed and the smallest failing input.
const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31))
const fuzzOptions = { seed, numRuns: 12 }

interface Input {
  readonly params: Record<string, string>
  readonly query: Record<string, string>
  readonly body: unknown
}

/** Generates input for params, query and body of a call, as far as it has them. */
function generateInput(
  { params, query, body }: Call,
  values: (shape: InputSchema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<Input> {
  const stringsFor = (schema: Call['params']) =>
    schema
      ? values(toInputSchema(schema))
          .map(toStrings)
          .filter((record) => isAddressable(record))
      : fc.constant({})
  return fc.record({
    params: stringsFor(params),
    query: stringsFor(query),
    body: body ? values(toInputSchema(body)).map(roundTrip) : fc.constant(undefined),
  })
}

const roundTrip = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Converts fields to strings, because addresses carry nothing else. */
function toStrings(value: unknown): Record<string, string> {
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return Object.fromEntries(fields.map(([key, field]) => [key, toText(field)]))
}

const toText = (field: unknown) =>
  (typeof field === 'string' ? field : String(JSON.stringify(field) ?? '')).toWellFormed()

// An empty or dotted segment would change the address to that of another call.
const isAddressable = (record: Record<string, string>) =>
  !Object.values(record).some((text) => /^[./\\]*$/.test(text))

const violatesSchemas = ({ params, query, body }: Call, input: Input): boolean =>
  [
    [params, input.params],
    [query, input.query],
    [body, input.body],
  ].some(
    ([schema, value]) =>
      schema !== undefined && violatesSchema(toInputSchema(schema as z.ZodType), value),
  )

describe(`answers every input, and changes nothing if it rejects one (FUZZ_SEED=${seed})`, () => {
  let server: TestServer
  let root: Client

  // No generated number equals this id, so no call can end the session of the test.
  const fuzzer = { id: 77_777_777, email: 'fuzz@example.org', email_key: 'fuzz@example.org' }

  beforeAll(async () => {
    server = await startTestServer({}, { papers: papersWithoutTypst })
    await server.inDatabase(async (db) => {
      const user = await db
        .selectFrom('user_account')
        .selectAll()
        .where('id', '=', 1)
        .executeTakeFirstOrThrow()
      await db
        .insertInto('user_account')
        .values({ ...user, ...fuzzer })
        .execute()
    })
  })
  afterAll(() => server[Symbol.asyncDispose]())

  beforeEach(async () => {
    await server.inDatabase((db) => db.deleteFrom('failed_attempt').execute())
    root = await server.signIn(fuzzer)
  })

  const dumpState = () => server.inDatabase((db) => dumpDatabase(db, bookkeepingTables))

  /**
   * Sends input and returns the status. Retries a 503 that has a Retry-After header; throws on
   * other server errors.
   */
  async function send(call: Call, { params, query, body }: Input, triesLeft = 10): Promise<number> {
    const path = call.path.replaceAll(/:(\w+)/g, (_, name) =>
      encodeURIComponent(params[name] ?? 'none'),
    )
    const search = new URLSearchParams(query).toString()
    const response = await root.fetch(`/api${path}${search && `?${search}`}`, {
      method: call.method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    })
    const answer = await response.text()
    if (response.status === 503 && response.headers.has('retry-after') && triesLeft > 0) {
      await setTimeout(500)
      return send(call, { params, query, body }, triesLeft - 1)
    }
    if (response.status >= 500) throw new Error(`${response.status} ${answer.slice(0, 500)}`)
    return response.status
  }

  const callsWithInput = fuzzedCalls.filter(({ call }) => call.params || call.query || call.body)

  // Schemas reject input before any query, so one database is enough.
  describe('rejected', { skip: isOnPostgres() }, () => {
    let before: Awaited<ReturnType<typeof dumpState>>
    beforeAll(async () => {
      before = await dumpState()
    })
    afterEach(async () => {
      const after = await dumpState()
      const expected = before
      // A test that changed something must not fail those after it.
      before = after
      expect(after).toEqual(expected)
    })

    test.for(callsWithInput)(
      '$title rejects input that violates its published schema',
      async ({ call }) => {
        const invalidInput = generateInput(call, damagedValues).filter((input) =>
          violatesSchemas(call, input),
        )
        await fc.assert(
          fc.asyncProperty(invalidInput, async (input) => {
            const status = await send(call, input)
            return status >= 400 && status < 500
          }),
          fuzzOptions,
        )
      },
    )

    const callsWithBody = fuzzedCalls.filter(({ call }) => call.method !== 'GET' && call.body)
    const brokenBodies: [type: string, body: string][] = [
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
      [
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="itemId"\r\n\r\n1\r\n',
      ],
      ['multipart/form-data', 'no boundary'],
      ['nonsense', '{}'],
    ]

    test.for(callsWithBody)('$title rejects a broken body', async ({ call }) => {
      for (const [type, body] of brokenBodies) {
        const path = call.path.replaceAll(/:\w+/g, '1')
        const response = await root.fetch(`/api${path}`, {
          method: call.method,
          body,
          headers: { 'content-type': type },
        })
        const isRejected = response.status >= 400 && response.status < 500
        // Type and body show in the message which one was not rejected.
        const excerpt = body.slice(0, 40)
        expect([type, excerpt, isRejected]).toEqual([type, excerpt, true])
      }
    })

    const uploadCalls = fuzzedCalls.filter(({ call }) => call.upload)

    test.for(uploadCalls)('$title rejects a nonsensical form', async ({ call }) => {
      const file = fc.uint8Array({ maxLength: 2_000 })
      const nonsense = fc.asyncProperty(
        oddStrings,
        oddStrings,
        file,
        async (itemId, name, bytes) => {
          const form = new FormData()
          form.append('itemId', itemId)
          form.append(call.upload?.field ?? '', new Blob([bytes]), name)
          const { status } = await root.fetch(`/api${call.path}`, { method: 'POST', body: form })
          return status >= 400 && status < 500
        },
      )
      await fc.assert(nonsense, fuzzOptions)
    })
  })

  test.for(callsWithInput)(
    '$title answers odd input that its published schema allows',
    async ({ call }) => {
      await fc.assert(
        fc.asyncProperty(
          generateInput(call, oddValues),
          async (input) => void (await send(call, input)),
        ),
        fuzzOptions,
      )
    },
  )
})
