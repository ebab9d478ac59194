import { api, type Call, type ItemType, placeAttributeKey } from '@vitrine/contract'
import type { Client } from './client.ts'
import {
  type CallExample,
  callExamples,
  createExampleContext,
  type ExampleContext,
} from './examples.ts'
import { type InputSchema, toInputSchema } from './shapes.ts'

/** Texts that have been disproportionately expensive for a parser, layout or dictionary. */
export const nastyTexts = {
  'open tags': '<tr\n',
  'emphasis that never closes': '*a_',
  'one list item, then plain lines': '- a\nplain\n',
  'nested quotes and lists': '> - 1. ',
  'one word without end': 'x',
  'full stops': '.',
  'misspelt words': 'Straßse Rechtschreibfeler aparteil ',
  'combining marks': 'e\u0301\u0323',
  'no spaces, other scripts': '漢字ا\u202e',
} as const
export type NastyText = keyof typeof nastyTexts

const usualBodyLimit = 256 * 1024

const repeatTo = (text: string, length: number) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length)

/** Enlarges an input: every text to its maximum length, every list to what fits into a request. */
function enlarge(shape: InputSchema, value: unknown, text: string, room: number): unknown {
  if (shape.anyOf) {
    const fitting = shape.anyOf.find(({ type }) => (type === 'array') === Array.isArray(value))
    return fitting ? enlarge(fitting, value, text, room) : value
  }
  if (shape.type === 'string' && !(shape.enum || shape.format || shape.pattern)) {
    return shape.maxLength === undefined
      ? value
      : repeatTo(text, Math.min(shape.maxLength, room / 2))
  }
  if (shape.type === 'array' && Array.isArray(value) && value.length > 0) {
    const item = enlarge(shape.items ?? {}, value[0], text, room)
    const size = Buffer.byteLength(JSON.stringify(item)) + 1
    const count = Math.max(1, Math.min(shape.maxItems ?? Infinity, Math.floor(room / size)))
    return Array.from({ length: count }, () => item)
  }
  if (shape.properties) {
    const fields = Object.entries(shape.properties)
    const fieldValues = (value ?? {}) as Record<string, unknown>
    const large = fields.map(([key, part]) => [
      key,
      enlarge(part, fieldValues[key] ?? emptyValue(part), text, room / fields.length),
    ])
    return Object.fromEntries(large.filter(([, part]) => part !== undefined))
  }
  return value
}

/** Optional texts are filled too; other optional fields need the values of an example. */
const emptyValue = ({ type, maxLength }: InputSchema) =>
  type === 'string' && maxLength !== undefined ? '' : undefined

/** Creates records whose items consist of one nasty text. */
export function createNastyExampleContext(root: Client, text: string): ExampleContext {
  const context = createExampleContext(root)
  const fill = async (itemId: number, type: ItemType) => {
    const definitions = await root.call(api.inventory[`${type}Tags`])
    const keys = definitions
      .map(({ tag_key }) => tag_key)
      .filter((key) => key !== 'mp3' && key !== placeAttributeKey)
    const line = repeatTo(text.replaceAll(/\s+/g, ' '), 300).trim()
    const data = {
      identifier: crypto.randomUUID(),
      name: line,
      description: repeatTo(text, 20_000),
    }
    // As much as fits into one request.
    const tags = Object.fromEntries(keys.slice(0, 20).map((key) => [key, repeatTo(text, 2_500)]))
    await root.call(api.inventory.saveInfo, { body: { itemId, data } })
    await root.call(api.inventory.saveTags, { body: { itemId, tags } })
    return itemId
  }
  return {
    ...context,
    newItem: async (type = 'art') => fill(await context.newItem(type), type),
  }
}

/** Builds the largest input that a request of a call can carry, from one nasty text. */
export async function buildLargestInput(
  { call, input }: CallExample,
  context: ExampleContext,
  text: string,
): Promise<object> {
  const example = await input(context)
  if (!call.body || call.upload) return example
  const room = (call.bodyLimit ?? usualBodyLimit) * 0.9
  return {
    ...example,
    body: buildLargestBody({
      call,
      shape: toInputSchema(call.body),
      example: example.body,
      text,
      room,
    }),
  }
}

interface LargestBody {
  readonly call: Call
  readonly shape: InputSchema
  readonly example: unknown
  readonly text: string
  /** Maximum size in bytes. */
  readonly room: number
}

function buildLargestBody({ call, shape, example, text, room }: LargestBody): unknown {
  // The schema of uploaded rows does not describe their cells.
  if (call === api.imports.uploadArt) {
    const cell = repeatTo(text, 2_000)
    const rows = Math.floor(room / (Buffer.byteLength(JSON.stringify(cell)) + 200))
    return {
      data: Array.from({ length: Math.min(rows, 10_000) }, (_, row) => ({
        identifier: `N-${row}`,
        name: 'x',
        description: cell,
      })),
    }
  }
  const body = enlarge(shape, example, text, room)
  // An invalid version would be rejected before anything is written.
  if (call === api.events.save) delete (body as { version?: string }).version
  return body
}

/** Calls that end their own session or fail on purpose. */
const excludedCalls = new Set<Call>([
  api.auth.signOut,
  api.auth.endOtherSessions,
  api.diagnostics.testError,
  api.diagnostics.testSqlError,
])

export const attackedCalls = callExamples.filter(({ call }) => !excludedCalls.has(call))
