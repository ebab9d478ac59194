import { describe, expect, it } from 'vitest'
import { placeTree } from './places.ts'
import {
  clocksDiffer,
  codeDirectory,
  differencesOf,
  findCode,
  isWithin,
  outcomeOf,
  readCode,
  type SeenFact,
} from './stocktake.ts'

describe('a scanned or typed code', () => {
  it.each([
    ['https://vitrine.example.org/car/12', { kind: 'item', id: 12 }],
    ['http://other.example/art/5', { kind: 'item', id: 105 }],
    ['https://vitrine.example.org/art/250?lang=fr#top', { kind: 'item', id: 250 }],
    ['HTTPS://EXAMPLE.ORG/CAR/7/', { kind: 'item', id: 7 }],
    ['https://vitrine.example.org/places/33', { kind: 'place', id: 33 }],
    [' LM-013 ', { kind: 'text', text: 'LM-013' }],
    ['/car/12', { kind: 'text', text: '/car/12' }],
    ['https://example.org/car/12/edit', { kind: 'text', text: 'https://example.org/car/12/edit' }],
    ['https://example.org/car/99999999999', { kind: 'text', text: 'https://example.org/car/99999999999' }],
    ['javascript:alert(1)//car/1', { kind: 'text', text: 'javascript:alert(1)//car/1' }],
    ['data:text/html,/places/3', { kind: 'text', text: 'data:text/html,/places/3' }],
    ['ftp://example.org/car/12', { kind: 'text', text: 'ftp://example.org/car/12' }],
    ['\u202eLM\u0000-1\u200b', { kind: 'text', text: 'LM-1' }],
    ['x'.repeat(600), { kind: 'text', text: 'x'.repeat(500) }],
    ['', { kind: 'text', text: '' }],
  ] as const)('%j', (text, read) => expect(readCode(text)).toEqual(read))
})

const items = [
  { id: 1, identifier: 'LM-001' },
  { id: 101, identifier: 'LG-001' },
  { id: 102, identifier: 'lm-001' },
  { id: 103, identifier: 'LG-003' },
]
const places = [
  { id: 7, code: 'Depot 2' },
  { id: 8, code: 'LG-003' },
]
const directory = codeDirectory(items, places)

it.each([
  ['an item by its address', 'https://a.example/car/1', { kind: 'item', item: items[0] }],
  ['an item by its number, however it is written', ' lg-001', { kind: 'item', item: items[1] }],
  ['two items with one number', 'LM-001', { kind: 'several', items: [items[0], items[2]] }],
  ['a place by its address', 'https://a.example/places/7', { kind: 'place', place: places[0] }],
  ['a place by its code', 'DEPOT  2', { kind: 'place', place: places[0] }],
  ['an item before a place with the same code', 'LG-003', { kind: 'item', item: items[3] }],
  ['an address of an item that there is not', 'https://a.example/car/999', { kind: 'unknown' }],
  ['an address of a place that there is not', 'https://a.example/places/999', { kind: 'unknown' }],
  ['a text that is on no label', 'wifi:S:Museum;;', { kind: 'unknown' }],
])('a code leads to %s', (_, code, found) => expect(findCode(code, directory)).toEqual(found))

const placed = (id: number, parent_id: number | null) => ({
  id,
  parent_id,
  code: `P${id}`,
  name: `P${id}`,
  archived: false,
})
const within = isWithin(placeTree([placed(1, null), placed(2, 1), placed(3, 2), placed(8, 9), placed(9, 8)]))

it.each([
  [3, 1, true],
  [3, 3, true],
  [1, 3, false],
  [null, 1, false],
  [null, null, true],
  [8, 1, false],
  [77, 1, false],
])('place %s within %s: %s', (inner, outer, is) => expect(within(inner, outer)).toBe(is))

const fact = (id: string, more: Partial<SeenFact>): SeenFact => ({
  ...{ id, kind: 'seen', placeId: 2, code: `c-${id}`, itemId: 10, condition: '' },
  ...more,
})
const expectation = {
  within,
  placeOf: (id: number) =>
    new Map([
      [10, 2],
      [11, 3],
      [12, 1],
    ]).get(id) ?? null,
}

describe('a scan says', () => {
  it.each([
    ['seen here', fact('a', {}), [], 'here'],
    ['seen here, in a box on this shelf', fact('a', { itemId: 11 }), [], 'here'],
    ['expected elsewhere: one level up', fact('a', { itemId: 12 }), [], 'elsewhere'],
    ['expected elsewhere: without a place', fact('a', { itemId: 13 }), [], 'elsewhere'],
    ['unknown code', fact('a', { itemId: null }), [], 'unknown'],
    ['unknown code, however often', fact('a', { itemId: null }), [fact('b', { itemId: null })], 'unknown'],
    ['seen twice in one place', fact('a', {}), [fact('b', {})], 'twice'],
    ['seen here after it was seen elsewhere', fact('a', {}), [fact('b', { placeId: 1 })], 'here'],
    ['seen here after only its condition was noted', fact('a', {}), [fact('b', { kind: 'condition' })], 'here'],
  ] as const)('%s', (_, scan, before, outcome) => expect(outcomeOf(scan, before, expectation)).toBe(outcome))
})

it('differences come from the last facts that count', () => {
  const expected = new Map([10, 11, 12].map((id) => [id, expectation.placeOf(id)]))
  const found = (facts: readonly SeenFact[], notedPlaceId: number | null = null) =>
    differencesOf(
      expected,
      facts.map((one) => ({ ...one, notedPlaceId })),
      within,
    )
  const keys = (...args: Parameters<typeof found>) => found(...args).map(({ key }) => key)
  expect(keys([])).toEqual(['missing 10', 'missing 11', 'missing 12'])
  expect(keys([fact('a', {}), fact('b', { itemId: 11 }), fact('c', { itemId: 12, placeId: 1 })])).toEqual([])
  // Seen elsewhere, then in its place; and the other way round.
  const [elsewhere, here] = [fact('a', { placeId: 9 }), fact('b', {})]
  expect(keys([elsewhere, here])).not.toContain('elsewhere 10')
  expect(keys([here, elsewhere])).toContain('elsewhere 10')
  // An item that the campaign did not expect counts as it was noted when it was first seen, whatever is noted since.
  expect(keys([fact('a', { itemId: 40 })], 2)).not.toContain('elsewhere 40')
  expect(keys([fact('a', { itemId: 40 })], 9)).toContain('elsewhere 40')
  const [first, second] = [fact('a', { itemId: 40 }), fact('b', { itemId: 40 })]
  const twice = [
    { ...first, notedPlaceId: 9 },
    { ...second, notedPlaceId: 2 },
  ]
  expect(differencesOf(new Map(), twice, within)).toMatchObject([{ key: 'elsewhere 40', expectedAt: 9 }])
  expect(keys([fact('a', { itemId: null, code: 'x' }), fact('b', { itemId: null, code: 'x' })])).toContain('unknown x')
  expect(keys([fact('a', { late: true })])).toContain('missing 10')
  const noted = (condition: SeenFact['condition']) => fact(condition, { kind: 'condition', condition })
  expect(keys([noted('urgent')])).toEqual(['missing 10', 'missing 11', 'missing 12', 'condition 10'])
  expect(keys([noted('urgent'), noted('good')])).not.toContain('condition 10')
})

it.each([
  ['2026-11-18T10:00:00.000Z', '2026-11-18T10:04:59.000Z', false],
  ['2026-11-18T10:00:00.000Z', '2026-11-18T10:05:01.000Z', true],
  ['2031-01-01T00:00:00.000Z', '2026-11-18T10:00:00.000Z', true],
  ['no time', '2026-11-18T10:00:00.000Z', true],
])('clocks of %s and %s differ: %s', (seen, received, differ) => expect(clocksDiffer(seen, received)).toBe(differ))
