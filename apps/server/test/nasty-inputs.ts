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

const defaultBodyLimitBytes = 256 * 1024
/** Upper bound for the rows of an upload, even if more fit into its request. */
const maxUploadedRows = 10_000

const repeatTo = (text: string, length: number) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length)

interface Filling {
  /** Repeated to fill texts. */
  readonly text: string
  /** Space in the request, in bytes, for this part of the input. */
  readonly roomBytes: number
}

/** Enlarges an input: every text to its maximum length, every list to what fits into a request. */
function enlarge(shape: InputSchema, value: unknown, filling: Filling): unknown {
  if (shape.anyOf) {
    const option = shape.anyOf.find(({ type }) => (type === 'array') === Array.isArray(value))
    return option ? enlarge(option, value, filling) : value
  }
  if (isFreeText(shape)) return enlargeText(shape, value, filling)
  if (shape.type === 'array' && Array.isArray(value) && value.length > 0)
    return enlargeList(shape, value[0], filling)
  return shape.properties ? enlargeFields(shape.properties, value, filling) : value
}

const isFreeText = ({ type, enum: options, format, pattern }: InputSchema): boolean =>
  type === 'string' && options === undefined && !format && !pattern

// For most texts this suffices: 'ß' and an escaped line break take two bytes in JSON.
const bytesPerCharacter = 2

const enlargeText = (
  { maxLength }: InputSchema,
  value: unknown,
  { text, roomBytes }: Filling,
): unknown =>
  maxLength === undefined
    ? value
    : repeatTo(text, Math.min(maxLength, roomBytes / bytesPerCharacter))

function enlargeList(
  { items = {}, maxItems = Infinity }: InputSchema,
  example: unknown,
  filling: Filling,
): unknown[] {
  const item = enlarge(items, example, filling)
  const separatorBytes = 1
  const itemBytes = Buffer.byteLength(JSON.stringify(item)) + separatorBytes
  const fittingCount = Math.floor(filling.roomBytes / itemBytes)
  return Array.from({ length: Math.max(1, Math.min(maxItems, fittingCount)) }, () => item)
}

function enlargeFields(
  properties: Readonly<Record<string, InputSchema>>,
  value: unknown,
  { text, roomBytes }: Filling,
): object {
  const values = (value ?? {}) as Record<string, unknown>
  const fields = Object.entries(properties)
  // The fields share the space equally.
  const filling = { text, roomBytes: roomBytes / fields.length }
  const enlarged = fields.map(([key, shape]) => [
    key,
    enlarge(shape, values[key] ?? getEmptyValue(shape), filling),
  ])
  return Object.fromEntries(enlarged.filter(([, field]) => field !== undefined))
}

/** Optional texts are filled too; other optional fields need the values of an example. */
const getEmptyValue = ({ type, maxLength }: InputSchema) =>
  type === 'string' && maxLength !== undefined ? '' : undefined

/** Creates records whose items consist of one nasty text. */
export function createNastyExampleContext(root: Client, text: string): ExampleContext {
  const context = createExampleContext(root)
  const fill = async (itemId: number, type: ItemType) => {
    const definitions = await root.call(api.inventory[`${type}Tags`])
    const keys = definitions
      .map(({ tag_key }) => tag_key)
      .filter((key) => key !== 'mp3' && key !== placeAttributeKey)
    const singleLine = repeatTo(text.replaceAll(/\s+/g, ' '), 300).trim()
    const data = {
      identifier: crypto.randomUUID(),
      name: singleLine,
      description: repeatTo(text, 20_000),
    }
    // 20 × 2,500 characters fit into one request.
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
  // The rest is for keys, punctuation and escaped characters.
  const textShare = 0.9
  const roomBytes = (call.bodyLimit ?? defaultBodyLimitBytes) * textShare
  return {
    ...example,
    body: buildLargestBody({
      call,
      shape: toInputSchema(call.body),
      example: example.body,
      text,
      roomBytes,
    }),
  }
}

interface LargestBody extends Filling {
  readonly call: Call
  readonly shape: InputSchema
  readonly example: unknown
}

function buildLargestBody({ call, shape, example, text, roomBytes }: LargestBody): unknown {
  // The schema of uploaded rows does not describe their cells.
  if (call === api.imports.uploadArt) {
    const cell = repeatTo(text, 2_000)
    const otherCellsBytes = 200
    const rowBytes = Buffer.byteLength(JSON.stringify(cell)) + otherCellsBytes
    const rowCount = Math.min(Math.floor(roomBytes / rowBytes), maxUploadedRows)
    return {
      data: Array.from({ length: rowCount }, (_, index) => ({
        identifier: `N-${index}`,
        name: 'x',
        description: cell,
      })),
    }
  }
  const body = enlarge(shape, example, { text, roomBytes })
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
