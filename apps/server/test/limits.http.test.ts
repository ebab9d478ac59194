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

type Path = readonly (string | number)[]

interface Field {
  readonly path: Path
  readonly shape: InputSchema
}

/** Lists every field of a shape, down to the depth of the example. */
function listFields(shape: InputSchema, example: unknown, path: Path = []): Field[] {
  if (shape.anyOf) {
    const option = shape.anyOf.find(({ type }) => (type === 'array') === Array.isArray(example))
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

function withValue(input: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(input))
    return input.with(Number(key), withValue(input[Number(key)], rest, value))
  return {
    ...(input as object),
    [key]: withValue((input as Record<string, unknown>)?.[key], rest, value),
  }
}

const valueAt = (input: unknown, path: Path): unknown =>
  path.reduce(
    (value: unknown, key) => (value as Record<string | number, unknown> | undefined)?.[key],
    input,
  )

/** Lists values that every call must reject for this shape. */
function listInvalidValues(shape: InputSchema, example: unknown): unknown[] {
  const { type, maxLength, minimum, maximum, maxItems } = shape
  if (shape.enum) {
    const numbersAsText = shape.enum.filter((value) => typeof value === 'number').map(String)
    return ['no such word', 0, 1, true, ...numbersAsText].filter(
      (value) => !shape.enum?.includes(value),
    )
  }
  if (type === 'string')
    return [5, true, ['a'], ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)])]
  if (type === 'boolean') return ['true', 'false', 1, 0]
  if (type === 'integer' || type === 'number') {
    const tooLarge = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? [maximum + 1] : []
    const tooSmall = [
      (minimum ?? (shape.exclusiveMinimum === undefined ? -Infinity : 1)) - 1,
    ].filter(Number.isFinite)
    return [
      '5',
      '0x10',
      true,
      [5],
      {},
      ...tooLarge,
      ...tooSmall,
      ...(type === 'integer' ? [1.5] : []),
    ]
  }
  if (type === 'array') {
    const [item] = Array.isArray(example) ? example : []
    const tooMany =
      maxItems !== undefined && item !== undefined
        ? [Array.from({ length: maxItems + 1 }, () => item)]
        : []
    return [{}, 'x', 5, ...tooMany]
  }
  if (type === 'object' && shape.additionalProperties === false) {
    return [[], 'x', 5, null, { ...(example as object | undefined), no_such_key: 'x' }]
  }
  return []
}

/** Lists the longest, the shortest and some other valid values of a shape. */
function listExtremeValues(shape: InputSchema): unknown[] {
  const { type, format, maxLength, minLength = 0, minimum, maximum } = shape
  if (shape.enum) return [...shape.enum]
  if (type === 'string' && format === undefined) {
    const longest =
      maxLength === undefined ? [] : ['x', 'é', '\n', '<'].map((letter) => letter.repeat(maxLength))
    return [...longest, 'x'.repeat(minLength)]
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

  const state = () => server.inDatabase((db) => dumpDatabase(db, ['session', 'failed_attempt']))
  const ask = async (client: Client, call: Call, input: object, body: unknown) => {
    const response = await client.send(call, { ...input, body } as never)
    return { status: response.status, text: (await response.text()).slice(0, 2_000) }
  }

  const withBody = callExamples.filter(({ call }) => call.body && !call.upload)

  // Schemas reject input before any query, so one database is enough.
  test.skipIf(isOnPostgres()).for(withBody)(
    'rejects invalid values: $title',
    async ({ call, input: example }) => {
      const input = await example(createExampleContext(root))
      const before = await state()
      for (const { path, shape } of listBodyFields(call, input)) {
        for (const value of listInvalidValues(shape, valueAt(input.body, path))) {
          const { status, text } = await ask(root, call, input, withValue(input.body, path, value))
          const sent = JSON.stringify(value)?.slice(0, 60)
          expect({
            path,
            sent,
            rejected: status === 400 || status === 413 || `${status} ${text}`,
          }).toMatchObject({
            rejected: true,
          })
          if (sent?.includes('no_such_key')) expect(text).toContain('no_such_key')
        }
      }
      expect(await state()).toEqual(before)
    },
  )

  test.for(withBody)(
    'answers the longest and the shortest values: $title',
    async ({ title, call, input: example }) => {
      const input = await example(createExampleContext(root))
      const client = call.path.startsWith('/user') ? admin : root
      for (const { path, shape } of listBodyFields(call, input)) {
        // Laying out a PDF takes long, so only the largest value of each field is tried.
        for (const value of listExtremeValues(shape).slice(
          0,
          title.startsWith('papers.') ? 1 : undefined,
        )) {
          const { status, text } = await ask(
            client,
            call,
            input,
            withValue(input.body, path, value),
          )
          const sent = JSON.stringify(value)?.slice(0, 60)
          expect({ path, sent, answered: status < 500 || `${status} ${text}` }).toMatchObject({
            answered: true,
          })
        }
      }
    },
  )
})

function listBodyFields(call: Call, input: { body?: unknown }): Field[] {
  const fields = listFields(toInputSchema(call.body as never), input.body)
  expect(fields.length).toBeGreaterThan(0)
  return fields
}
