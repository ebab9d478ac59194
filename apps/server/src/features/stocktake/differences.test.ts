import { buildPlaceTree, type Fact, isWithin } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { newFact } from '../../../test/inventory.ts'
import { computeResults } from './differences.ts'

const createPlace = (id: number, parent_id: number | null) => ({
  id,
  parent_id,
  code: `P${id}`,
  name: `P${id}`,
  archived: false,
})

// Places 2 and 3 are inside place 1, and 9 is elsewhere.
const within = isWithin(
  buildPlaceTree([
    createPlace(1, null),
    createPlace(2, 1),
    createPlace(3, 2),
    createPlace(9, null),
  ]),
)

/** Ids of expected places by item id; items from 40 on are not expected. */
const expected = new Map([
  [10, 2],
  [11, 3],
  [12, 1],
])

/** By default, item 10 is seen in its place. */
const fact = (changes: Partial<Fact>): Fact => ({
  ...newFact({ placeId: 2, itemId: 10 }),
  receivedAt: '',
  notedPlaceId: null,
  sentBy: '',
  ...changes,
})

const listKeys = (...facts: Fact[]) => computeResults(expected, facts, within).map(({ key }) => key)

test('reports expected items that were not seen as missing', () => {
  expect(listKeys()).toEqual(['missing 10', 'missing 11', 'missing 12'])
  expect(listKeys(fact({}), fact({ itemId: 11 }), fact({ itemId: 12, placeId: 1 }))).toEqual([
    'seen 10',
    'seen 11',
    'seen 12',
  ])
})

test('uses the last sighting of an item that is not late', () => {
  const [elsewhere, inItsPlace] = [fact({ placeId: 9 }), fact({})]
  expect(listKeys(elsewhere, inItsPlace)).toContain('seen 10')
  expect(listKeys(inItsPlace, elsewhere)).toContain('elsewhere 10')
  expect(listKeys(fact({ late: true }))).toContain('missing 10')
})

test('reports each late fact as a result of its own', () => {
  const counted = fact({ itemId: 40, notedPlaceId: 2 })
  const late = [
    fact({ late: true }),
    fact({ late: true, kind: 'condition', condition: 'urgent' }),
    fact({ late: true, itemId: null, code: 'x' }),
    fact({ late: true, itemId: 40, notedPlaceId: 9 }),
    fact({ late: true, itemId: 41, notedPlaceId: 9 }),
  ]
  const expectedPlaceIds = [2, 2, null, 2, 9]
  const results = computeResults(expected, [counted, ...late], within)
  expect(results.filter(({ kind }) => kind === 'late')).toEqual(
    late.map((lateFact, index) => ({
      key: `late ${lateFact.id}`,
      kind: 'late',
      itemId: lateFact.itemId,
      fact: lateFact,
      expectedAt: expectedPlaceIds[index],
    })),
  )
  expect(results.filter(({ kind }) => kind !== 'late')).toEqual(
    computeResults(expected, [counted], within),
  )
})

test('expects an unlisted item where it was noted when first seen', () => {
  expect(listKeys(fact({ itemId: 40, notedPlaceId: 2 }))).toContain('seen 40')
  expect(listKeys(fact({ itemId: 40, notedPlaceId: 9 }))).toContain('elsewhere 40')
  const twice = [fact({ itemId: 40, notedPlaceId: 9 }), fact({ itemId: 40, notedPlaceId: 2 })]
  expect(computeResults(new Map(), twice, within)).toMatchObject([
    { key: 'elsewhere 40', expectedAt: 9 },
  ])
})

test('reports an unknown code once, however often it was scanned', () => {
  const createUnknown = () => fact({ itemId: null, code: 'x' })
  expect(
    listKeys(createUnknown(), createUnknown()).filter((key) => key.startsWith('unknown')),
  ).toEqual(['unknown x'])
})

test('hides a dismissed code until it is scanned again', () => {
  const unknown = fact({ itemId: null, code: 'x' })
  const other = fact({ itemId: null, code: 'y' })
  const dismissed = fact({ kind: 'dismissed', itemId: null, code: 'x' })
  const listUnknownCodes = (...facts: Fact[]) =>
    listKeys(...facts).filter((key) => key.startsWith('unknown'))
  expect(listUnknownCodes(unknown, other, dismissed)).toEqual(['unknown y'])
  expect(listUnknownCodes(unknown, dismissed, unknown)).toEqual(['unknown x'])
  expect(listUnknownCodes(dismissed, unknown)).toEqual(['unknown x'])
  expect(listUnknownCodes(unknown, { ...dismissed, late: true })).toEqual(['unknown x'])
  // A dismissed code that could be an item's does not hide the item.
  expect(listKeys(fact({}), fact({ kind: 'dismissed', itemId: null, code: 'ST-10' }))).toContain(
    'seen 10',
  )
})

test('counts an accepted late fact in its order of arrival, and lists it as late', () => {
  const [elsewhere, inItsPlace] = [fact({ placeId: 9 }), fact({})]
  // For counted facts, the store leaves out `late`.
  const results = computeResults(
    expected,
    [elsewhere, inItsPlace],
    within,
    new Set([`late ${elsewhere.id}`]),
  )
  expect(results.map(({ key }) => key)).toEqual([
    'missing 11',
    'missing 12',
    'seen 10',
    `late ${elsewhere.id}`,
  ])
})

test('reports a condition to watch until a better one is noted', () => {
  const noted = (condition: Fact['condition']) => fact({ kind: 'condition', condition })
  expect(listKeys(noted('urgent'))).toEqual([
    'missing 10',
    'missing 11',
    'missing 12',
    'condition 10',
  ])
  expect(listKeys(noted('urgent'), noted('good'))).not.toContain('condition 10')
})
