import fc from 'fast-check'
import { z } from 'zod'

interface JsonSchema {
  readonly type?: string
  readonly format?: string
  readonly properties?: Record<string, JsonSchema>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly additionalProperties?: JsonSchema | boolean
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
}

export const oddStrings = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\n',
    '\ud800',
    '\u202e',
    'NULL',
    'undefined',
    'true',
    '-1',
    '0x10',
    '1e3',
    '../../etc/passwd',
    '%00',
    "'; drop table item; --",
    '<script>alert(1)</script>',
    '__proto__',
    'constructor',
    'é'.repeat(400),
    'x'.repeat(30_000),
    'somebody@example.org',
    'a plain word',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)

const oddDays = fc.constantFrom('2026-05-31', '2024-02-29', '2026-02-30', '0000-01-01', '0001-01-01', '9999-12-31')

const oddNumbers = fc.oneof(
  fc.constantFrom(0, -0, 1, 2, 3, 101, -1, 1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308),
  fc.integer(),
  fc.double({ noNaN: true }),
)

// What JSON.parse would not accept as a key in the first place says nothing about the calls.
const plainKeys = oddStrings.filter((key) => key !== '__proto__' && key !== 'constructor')
const junk = fc.oneof(
  fc.constantFrom(null, true, [], {}, [[]], { id: {} }),
  oddStrings,
  oddNumbers,
  fc.jsonValue({ maxDepth: 3 }),
)

/** Values in the shape of a schema, but odd; and values that are like it except for something in the middle. */
export function odd(schema: z.ZodType): fc.Arbitrary<unknown> {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return fc.oneof({ weight: 4, arbitrary: shaped(shape, 0) }, { weight: 4, arbitrary: shaped(shape, 0.3) }, junk)
}

function shaped(schema: JsonSchema, damage: number): fc.Arbitrary<unknown> {
  const sound = soundly(schema, damage)
  if (damage === 0) return sound
  return fc.oneof({ weight: 10 * (1 - damage), arbitrary: sound }, { weight: 10 * damage, arbitrary: junk })
}

function soundly(schema: JsonSchema, damage: number): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => shaped(option, damage)))
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([key, field]) => [key, shaped(field, damage)] as const)
    const requiredKeys = damage === 0 ? [...(schema.required ?? [])] : []
    return fc.record(Object.fromEntries(fields), { requiredKeys })
  }
  if (typeof schema.additionalProperties === 'object') {
    return fc.dictionary(plainKeys, shaped(schema.additionalProperties, damage), { maxKeys: 4 })
  }
  if (schema.items) return fc.array(shaped(schema.items, damage), { maxLength: 4 })
  if (schema.format === 'date') return fc.oneof(oddDays, oddStrings)
  if (schema.type === 'string') return oddStrings
  if (schema.type === 'integer' || schema.type === 'number') return oddNumbers
  if (schema.type === 'boolean') return fc.boolean()
  return junk
}
