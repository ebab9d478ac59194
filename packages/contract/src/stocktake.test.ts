import { describe, expect, it } from 'vitest'
import { buildPlaceTree } from './places.ts'
import {
  clocksDiffer,
  codeDirectory,
  type FactKind,
  findCountedPlace,
  findUnknownCodes,
  getScanOutcome,
  isWithin,
  parseCode,
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
    [
      'https://example.org/car/99999999999',
      { kind: 'text', text: 'https://example.org/car/99999999999' },
    ],
    ['javascript:alert(1)//car/1', { kind: 'text', text: 'javascript:alert(1)//car/1' }],
    ['data:text/html,/places/3', { kind: 'text', text: 'data:text/html,/places/3' }],
    ['ftp://example.org/car/12', { kind: 'text', text: 'ftp://example.org/car/12' }],
    ['\u202eLM\u0000-1\u200b', { kind: 'text', text: 'LM-1' }],
    ['x'.repeat(600), { kind: 'text', text: 'x'.repeat(500) }],
    ['', { kind: 'text', text: '' }],
  ] as const)('%j', (text, read) => expect(parseCode(text)).toEqual(read))
})

const items = [
  { id: 1, identifier: 'LM-001' },
  { id: 101, identifier: 'LG-001' },
  { id: 102, identifier: 'lm-001' },
  { id: 103, identifier: 'LG-003' },
]
const placed = (id: number, parent_id: number | null, code = `P${id}`) => ({
  ...{ id, parent_id, code, name: `P${id}`, archived: false },
})
const places = [placed(7, null, 'Depot 2'), placed(8, null, 'LG-003')]
const directory = codeDirectory(items, buildPlaceTree(places))

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
])('a code leads to %s', (_, code, found) => expect(directory.find(code)).toEqual(found))

describe('findCountedPlace', () => {
  const tree = buildPlaceTree([
    { ...placed(1, null), name: 'Le Manège' },
    { ...placed(2, 1), name: 'Halle 1' },
    { ...placed(3, 1), name: 'Depot' },
    { ...placed(4, 1), name: 'Depot' },
  ])

  it.each([
    ['finds the place of a path', 'Le Manège › Halle 1', 2],
    ['finds none for several places', 'Le Manège › Halle 1, Le Manège › Depot', undefined],
    ['finds none for a view', 'View ‘Halle 1’', undefined],
    ['finds none if two places have the path', 'Le Manège › Depot', undefined],
  ])('%s', (_, scope, id) => expect(findCountedPlace(scope, tree)?.id).toBe(id))
})

describe('a typed number', () => {
  const museum = codeDirectory(
    [
      { id: 6, identifier: 'LM-006' },
      { id: 106, identifier: 'LG-006', number: 6 },
      { id: 7, identifier: 'LM-007' },
      { id: 112, identifier: 'LG-061', number: 12 },
      { id: 300, identifier: 'Depot 2024/41' },
      { id: 301, identifier: 'LG 3-A' },
      { id: 302, identifier: 'LG-03' },
      { id: 303, identifier: 'LG 3' },
    ],
    buildPlaceTree([placed(1, null, '41'), placed(2, null, 'Regal 8')]),
  )
  const idsOf = (typed: string) => {
    const found = museum.findTyped(typed)
    if (found.kind === 'item') return found.item.id
    if (found.kind === 'several') return found.items.map(({ id }) => id)
    return found.kind === 'place' ? found.place.code : found.kind
  }

  it.each(['LG6', 'lg-6', 'lg 6', 'LG006', ' lg–006 ', 'ＬＧ－６'])('%j is LG-006', (typed) =>
    expect(idsOf(typed)).toBe(106),
  )
  it.each(['6', '006', ' 6 ', '٦'])('%j may be LM-006 or LG-006', (typed) =>
    expect(idsOf(typed)).toEqual([6, 106]),
  )
  it.each([
    ['7', 7, 'the number of one identifier'],
    ['61', 112, 'the number of an identifier'],
    ['12', 112, 'the number for the keypad'],
    ['300', 300, 'the id'],
    ['41', '41', 'the code of a place'],
    ['LG 3', 303, 'an identifier as it is written'],
    ['lg3', [302, 303], 'two identifiers that differ in writing only'],
    ['3', [302, 303], 'the same two'],
    ['0', 'unknown', 'no number'],
    ['66', 'unknown', 'no part of a number'],
    ['-', 'unknown', 'no identifier'],
    ['6 rue', 'unknown', 'no number alone'],
  ])('%j leads to %j: %s', (typed, ids, _why) => expect(idsOf(typed)).toEqual(ids))

  it('does not match an item if scanned', () => {
    expect(museum.find('7')).toEqual({ kind: 'unknown' })
    expect(museum.find('lg6')).toMatchObject({ item: { id: 106 } })
  })
})

describe('a typed place name', () => {
  const named = (id: number, parent_id: number | null, name: string) => ({
    ...placed(id, parent_id),
    name,
  })
  const tree = buildPlaceTree([
    named(1, null, 'Le Manège'),
    named(2, null, 'La Grange'),
    named(3, 1, 'Saal 2'),
    named(4, 1, 'Depot'),
    named(5, 2, 'Depot'),
    named(6, 2, '88'),
  ])
  const museum = codeDirectory([{ id: 1, identifier: 'LM-001' }], tree)

  it.each([
    ['saal 2', 3],
    ['LE MANEGE', 1],
    ['La Grange › Depot', 5],
    ['88', 6],
  ])('%j is the place', (typed, id) =>
    expect(museum.findTyped(typed)).toMatchObject({ kind: 'place', place: { id } }),
  )

  it('of several places asks for the code of one', () =>
    expect(museum.findTyped('depot')).toEqual({
      kind: 'unknown',
      problem: expect.stringContaining('‘La Grange › Depot’ (P5)'),
    }))

  it('does not match if scanned', () => expect(museum.find('Saal 2')).toEqual({ kind: 'unknown' }))
})

const within = isWithin(
  buildPlaceTree([placed(1, null), placed(2, 1), placed(3, 2), placed(8, 9), placed(9, 8)]),
)

it.each([
  [3, 1, true],
  [3, 3, true],
  [1, 3, false],
  [null, 1, false],
  [null, null, true],
  [8, 1, false],
  [77, 1, false],
])('place %s within %s: %s', (inner, outer, is) => expect(within(inner, outer)).toBe(is))

interface Sighting {
  readonly kind: FactKind
  readonly placeId: number | null
  readonly itemId: number | null
}
const fact = (more: Partial<Sighting>): Sighting => ({
  kind: 'seen',
  placeId: 2,
  itemId: 10,
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

describe('getScanOutcome', () => {
  it.each([
    ['seen here', fact({}), [], 'here'],
    ['seen here, in a box on this shelf', fact({ itemId: 11 }), [], 'here'],
    ['expected elsewhere: one level up', fact({ itemId: 12 }), [], 'elsewhere'],
    ['expected elsewhere: without a place', fact({ itemId: 13 }), [], 'elsewhere'],
    ['unknown code', fact({ itemId: null }), [], 'unknown'],
    ['unknown code, however often', fact({ itemId: null }), [fact({ itemId: null })], 'unknown'],
    ['seen twice in one place', fact({}), [fact({})], 'twice'],
    ['seen here after it was seen elsewhere', fact({}), [fact({ placeId: 1 })], 'here'],
    [
      'seen here after only its condition was noted',
      fact({}),
      [fact({ kind: 'condition' })],
      'here',
    ],
  ] as const)('%s', (_, scan, before, outcome) =>
    expect(getScanOutcome(scan, before, expectation)).toBe(outcome),
  )
})

it.each([
  ['2026-11-18T10:00:00.000Z', '2026-11-18T10:04:59.000Z', false],
  ['2026-11-18T10:00:00.000Z', '2026-11-18T10:05:01.000Z', true],
  ['2031-01-01T00:00:00.000Z', '2026-11-18T10:00:00.000Z', true],
  ['no time', '2026-11-18T10:00:00.000Z', true],
])('clocksDiffer for %s and %s: %s', (seen, received, differ) =>
  expect(clocksDiffer(seen, received)).toBe(differ),
)

it.each([
  [['seen a'], ['a']],
  [['seen a', 'dismissed a'], []],
  [['seen a', 'dismissed a', 'seen a'], ['a']],
  [['dismissed a', 'seen a', 'seen b', 'dismissed b'], ['a']],
  [['condition a'], []],
])('findUnknownCodes of %j: %j', (facts, codes) => {
  const of = (text: string) => {
    const [kind, code = ''] = text.split(' ')
    return { kind: kind as FactKind, code, itemId: null }
  }
  expect([...findUnknownCodes(facts.map(of)).keys()]).toEqual(codes)
})
