import { api, type Call, type ItemType, placeKey } from '@vitrine/contract'
import type { Client } from './client.ts'
import {
  type CallExample,
  callExamples,
  createExampleContext,
  type ExampleContext,
} from './examples.ts'
import { type Shape, toShape } from './shapes.ts'

/** Texts that were disproportionately expensive for some parser, layout or dictionary. */
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

const filled = (text: string, length: number) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length)

/** The same input with every text at its longest, and every list as long as fits into a request. */
function enlarge(shape: Shape, value: unknown, text: string, room: number): unknown {
  if (shape.anyOf) {
    const fitting = shape.anyOf.find(({ type }) => (type === 'array') === Array.isArray(value))
    return fitting ? enlarge(fitting, value, text, room) : value
  }
  if (shape.type === 'string' && !(shape.enum || shape.format || shape.pattern)) {
    return shape.maxLength === undefined ? value : filled(text, Math.min(shape.maxLength, room / 2))
  }
  if (shape.type === 'array' && Array.isArray(value) && value.length > 0) {
    const item = enlarge(shape.items ?? {}, value[0], text, room)
    const size = Buffer.byteLength(JSON.stringify(item)) + 1
    const count = Math.max(1, Math.min(shape.maxItems ?? Infinity, Math.floor(room / size)))
    return Array.from({ length: count }, () => item)
  }
  if (shape.properties) {
    const fields = Object.entries(shape.properties)
    const given = (value ?? {}) as Record<string, unknown>
    const large = fields.map(([key, part]) => [
      key,
      enlarge(part, given[key] ?? emptyOf(part), text, room / fields.length),
    ])
    return Object.fromEntries(large.filter(([, part]) => part !== undefined))
  }
  return value
}

/** Optional texts are filled as well; other optional fields have meanings that only an example knows. */
const emptyOf = ({ type, maxLength }: Shape) =>
  type === 'string' && maxLength !== undefined ? '' : undefined

/** Items whose texts and attributes are full of one nasty text. */
export function nastyExampleContext(root: Client, text: string): ExampleContext {
  const world = createExampleContext(root)
  const fill = async (itemId: number, type: ItemType) => {
    const definitions = await root.call(api.inventory[`${type}Tags`])
    const keys = definitions
      .map(({ tag_key }) => tag_key)
      .filter((key) => key !== 'mp3' && key !== placeKey)
    const line = filled(text.replaceAll(/\s+/g, ' '), 300).trim()
    const data = { identifier: crypto.randomUUID(), name: line, description: filled(text, 20_000) }
    // As much as one request holds.
    const tags = Object.fromEntries(keys.slice(0, 20).map((key) => [key, filled(text, 2_500)]))
    await root.call(api.inventory.saveInfo, { body: { itemId, data } })
    await root.call(api.inventory.saveTags, { body: { itemId, tags } })
    return itemId
  }
  return {
    ...world,
    newItem: async (type = 'art') => fill(await world.newItem(type), type),
  }
}

/** The largest input of a call that a request can carry, made of one nasty text. */
export async function buildLargestInput(
  { call, input }: CallExample,
  world: ExampleContext,
  text: string,
): Promise<object> {
  const example = await input(world)
  if (!call.body || call.upload) return example
  const room = (call.bodyLimit ?? usualBodyLimit) * 0.9
  return { ...example, body: largestBody(call, toShape(call.body), example.body, text, room) }
}

function largestBody(
  call: Call,
  shape: Shape,
  example: unknown,
  text: string,
  room: number,
): unknown {
  // Rows are records: no schema describes their cells.
  if (call === api.imports.uploadArt) {
    const cell = filled(text, 2_000)
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
  // With an invalid version, no event would be written.
  if (call === api.events.save) delete (body as { version?: string }).version
  return body
}

/** Calls that end their own session, or fail on purpose. */
const leftOut = new Set<Call>([
  api.auth.signOut,
  api.auth.endOtherSessions,
  api.diagnostics.testError,
  api.diagnostics.testSqlError,
])

export const attackedCalls = callExamples.filter(({ call }) => !leftOut.has(call))
