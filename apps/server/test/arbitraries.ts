import fc from 'fast-check'
import type { InputSchema } from './shapes.ts'

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

const oddDays = fc.constantFrom(
  '2026-05-31',
  '2024-02-29',
  '2026-02-30',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
)

const oddNumbers = fc.oneof(
  fc.constantFrom(0, -0, 1, 2, 3, 101, -1, 1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308),
  fc.integer(),
  fc.double({ noNaN: true }),
)

// Excludes special keys of objects in JavaScript, which say nothing about the calls.
const plainKeys = oddStrings.filter((key) => key !== '__proto__' && key !== 'constructor')
const junk = fc.oneof(
  fc.constantFrom(null, true, [], {}, [[]], { id: {} }),
  oddStrings,
  oddNumbers,
  fc.jsonValue({ maxDepth: 3 }),
)

/** Generates odd but valid values of a shape. */
export const oddValues = (shape: InputSchema): fc.Arbitrary<unknown> => generate(shape, 0)

/** Generates values that differ from a shape in some places, and unrelated values. */
export const damagedValues = (shape: InputSchema): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 8, arbitrary: generate(shape, 0.3) }, { weight: 1, arbitrary: junk })

/** Generates values of a shape; each part is replaced by junk with the probability `damage`. */
function generate(shape: InputSchema, damage: number): fc.Arbitrary<unknown> {
  const undamaged = generateWithParts(shape, damage)
  if (damage === 0) return undamaged
  return fc.oneof(
    { weight: 10 * (1 - damage), arbitrary: undamaged },
    { weight: 10 * damage, arbitrary: junk },
  )
}

/** Generates values that are valid themselves, but whose parts may be damaged. */
function generateWithParts(shape: InputSchema, damage: number): fc.Arbitrary<unknown> {
  if (shape.const !== undefined) return fc.constant(shape.const)
  if (shape.enum) return fc.constantFrom(...shape.enum)
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((option) => generate(option, damage)))
  if (shape.properties) {
    const fields = Object.entries(shape.properties).map(
      ([key, field]) => [key, generate(field, damage)] as const,
    )
    const requiredKeys = damage === 0 ? [...(shape.required ?? [])] : []
    return fc.record(Object.fromEntries(fields), { requiredKeys })
  }
  if (typeof shape.additionalProperties === 'object') {
    return fc.dictionary(plainKeys, generate(shape.additionalProperties, damage), { maxKeys: 4 })
  }
  if (shape.items) return fc.array(generate(shape.items, damage), { maxLength: 4 })
  if (shape.format === 'date') return fc.oneof(oddDays, oddStrings)
  if (shape.type === 'string') return oddStrings
  if (shape.type === 'integer') return fc.oneof(oddNumbers, fc.integer({ min: 1, max: 500 }))
  if (shape.type === 'number') return oddNumbers
  if (shape.type === 'boolean') return fc.boolean()
  return junk
}
