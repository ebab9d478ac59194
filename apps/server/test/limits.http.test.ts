// @module-tag postgres-with-all
// @module-tag only-with-all

import type { Call } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from './client.ts'
import { isOnPostgres } from './database.ts'
import { dumpDatabase } from './dump.ts'
import { callExamples, createExampleContext } from './examples.ts'
import { papersWithoutTypst } from './papers-without-typst.ts'
import { startTestServer, type TestServer } from './server.ts'
import { type InputSchema, toInputSchema } from './shapes.ts'

/** Keys and indexes that lead from an input to a field. */
type Path = readonly (string | number)[]

interface Field {
  readonly path: Path
  readonly shape: InputSchema
}

/** Lists every field of a shape, down to the depth of the example. */
function listFields(shape: InputSchema, example: unknown, path: Path = []): Field[] {
  if (shape.anyOf) {
    const option = shape.anyOf.find(({ type }) => (type === 'array') === Array.isArray(example))
    // Only the fields inside: another option may allow what this one rejects.
    return option
      ? listFields(option, example, path).filter((field) => field.path.length > path.length)
      : []
  }
  const { properties = {}, items } = shape
  const nestedFields = Object.entries(properties).flatMap(([key, part]) =>
    listFields(part, (example as Record<string, unknown> | undefined)?.[key], [...path, key]),
  )
  const elementFields =
    items && Array.isArray(example) && example.length > 0
      ? listFields(items, example[0], [...path, 0])
      : []
  return [{ path, shape }, ...nestedFields, ...elementFields]
}

/** Copies an input with another value in one field. */
function withValue(input: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(input))
    return input.with(Number(key), withValue(input[Number(key)], rest, value))
  return {
    ...(input as object),
    [key]: withValue((input as Record<string, unknown>)?.[key], rest, value),
  }
}

function getValue(input: unknown, path: Path): unknown {
  let value = input
  for (const key of path) value = (value as Record<string | number, unknown> | undefined)?.[key]
  return value
}

/** Lists values that every call must reject for this shape. */
function listInvalidValues(shape: InputSchema, example: unknown): unknown[] {
  if (shape.enum) return listUnknownOptions(shape.enum)
  switch (shape.type) {
    case 'string':
      return [5, true, ['a'], ...listTooLongTexts(shape)]
    case 'boolean':
      return ['true', 'false', 1, 0]
    case 'integer':
      return [...listInvalidNumbers(shape), 1.5]
    case 'number':
      return listInvalidNumbers(shape)
    case 'array':
      return [{}, 'x', 5, ...listTooLongLists(shape, example)]
    case 'object':
      if (shape.additionalProperties !== false) return []
      return [[], 'x', 5, null, { ...(example as object | undefined), no_such_key: 'x' }]
    default:
      return []
  }
}

function listUnknownOptions(options: readonly unknown[]): unknown[] {
  const numbersAsText = options.filter((option) => typeof option === 'number').map(String)
  return ['no such word', 0, 1, true, ...numbersAsText].filter((value) => !options.includes(value))
}

const listTooLongTexts = ({ maxLength }: InputSchema): string[] =>
  maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]

function listInvalidNumbers({ minimum, exclusiveMinimum, maximum }: InputSchema): unknown[] {
  const invalid: unknown[] = ['5', '0x10', true, [5], {}]
  // Every integer has a maximum in its schema; the largest exact one is no limit of the call.
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) invalid.push(maximum + 1)
  if (minimum !== undefined) invalid.push(minimum - 1)
  else if (exclusiveMinimum !== undefined) invalid.push(0)
  return invalid
}

function listTooLongLists({ maxItems }: InputSchema, example: unknown): unknown[] {
  const [element] = Array.isArray(example) ? example : []
  if (maxItems === undefined || element === undefined) return []
  return [Array.from({ length: maxItems + 1 }, () => element)]
}

/** Lists the longest, the shortest and some other valid values of a shape. */
function listExtremeValues(shape: InputSchema): unknown[] {
  const { type, format, maxLength, minLength = 0, minimum, maximum } = shape
  if (shape.enum) return [...shape.enum]
  if (type === 'string' && format === undefined) {
    const shortest = 'x'.repeat(minLength)
    if (maxLength === undefined) return [shortest]
    // Characters that take more space in UTF-8, as lines or as HTML.
    return [...['x', 'é', '\n', '<'].map((character) => character.repeat(maxLength)), shortest]
  }
  if (type === 'boolean') return [true, false]
  if (type === 'integer' || type === 'number')
    return [maximum, minimum ?? 1].filter((value) => value !== undefined)
  return []
}

describe('every field of every call', () => {
  let server: TestServer
  let root: Client
  /** Used for calls that change the caller's own password or second step. */
  let admin: Client

  beforeAll(async () => {
    server = await startTestServer({}, { papers: papersWithoutTypst })
    root = await server.signIn('root')
    admin = await server.signIn('admin')
  })
  afterAll(() => server[Symbol.asyncDispose]())

  const readRows = () => server.inDatabase((db) => dumpDatabase(db, ['session', 'failed_attempt']))
  const sendBody = async (client: Client, { call, input }: SentCall, body: unknown) => {
    const response = await client.send(call, { ...input, body } as never)
    return { status: response.status, text: (await response.text()).slice(0, maxShownLength) }
  }

  const callsWithBody = callExamples.filter(({ call }) => call.body && !call.upload)

  // Schemas reject input before any query, so one database is enough.
  test.skipIf(isOnPostgres()).for(callsWithBody)(
    'rejects invalid values: $title',
    async ({ call, input: createInput }) => {
      const input = await createInput(createExampleContext(root))
      const before = await readRows()
      for (const { path, shape } of listBodyFields(call, input)) {
        for (const value of listInvalidValues(shape, getValue(input.body, path))) {
          const body = withValue(input.body, path, value)
          const { status, text } = await sendBody(root, { call, input }, body)
          const description = describeAttempt(path, value)
          expect([400, 413], `${description}: ${text}`).toContain(status)
          if (description.includes('no_such_key')) expect(text).toContain('no_such_key')
        }
      }
      expect(await readRows()).toEqual(before)
    },
  )

  test.for(callsWithBody)(
    'answers the longest and the shortest values: $title',
    async ({ title, call, input: createInput }) => {
      const input = await createInput(createExampleContext(root))
      const client = call.path.startsWith('/user') ? admin : root
      // Laying out a PDF takes long, so only the first extreme value of each field is tried.
      const maxValues = title.startsWith('papers.') ? 1 : undefined
      for (const { path, shape } of listBodyFields(call, input)) {
        for (const value of listExtremeValues(shape).slice(0, maxValues)) {
          const body = withValue(input.body, path, value)
          const { status, text } = await sendBody(client, { call, input }, body)
          expect(status, `${describeAttempt(path, value)}: ${text}`).toBeLessThan(500)
        }
      }
    },
  )
})

/** Longer answers would make messages unreadable. */
const maxShownLength = 2_000

interface SentCall {
  readonly call: Call
  readonly input: object
}

/** Names a field and the beginning of the value that was sent in it. */
const describeAttempt = (path: Path, value: unknown): string =>
  `${path.join('.') || 'body'} = ${JSON.stringify(value)?.slice(0, 60)}`

function listBodyFields(call: Call, input: { body?: unknown }): Field[] {
  const fields = listFields(toInputSchema(call.body as never), input.body)
  expect(fields.length).toBeGreaterThan(0)
  return fields
}
