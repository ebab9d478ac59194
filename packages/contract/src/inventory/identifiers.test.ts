import { expect, test } from 'vitest'
import {
  parseTrailingNumber,
  suggestNextIdentifier,
  toItemId,
  toPublicNumber,
} from './identifiers.ts'

test.for([
  [['LG-001', 'LG-060', 'LG-007'], 'LG-061'],
  [['LG-001', 'LG-002', 'Depot 900'], 'LG-003'],
  [['LG-099', 'LG-100', 'LG-99'], 'LG-101'],
  [['M 9', 'M 8'], 'M 10'],
  [['1', '2'], '3'],
  [['Loan A', ''], ''],
  [[], ''],
] as const)('suggestNextIdentifier: after %j comes %j', ([identifiers, next]) =>
  expect(suggestNextIdentifier(identifiers)).toBe(next),
)

test('toItemId inverts toPublicNumber', () => {
  for (let id = 100; id <= 1000; id++) expect(toItemId('art', toPublicNumber('art', id))).toBe(id)
  for (let id = 1; id <= 1000; id++) expect(toItemId('car', toPublicNumber('car', id))).toBe(id)
})

test('toPublicNumber is unique within a type', () => {
  const numbers = Array.from({ length: 901 }, (_, index) => toPublicNumber('art', 100 + index))
  expect(new Set(numbers).size).toBe(901)
})

test('toPublicNumber subtracts 100 from artwork ids up to 199', () => {
  expect([101, 150, 199, 200, 250].map((id) => toPublicNumber('art', id))).toEqual([
    1, 50, 99, 200, 250,
  ])
})

test.for([
  ['LG-003', 3],
  ['lg3', 3],
  ['LG-3)', 3],
  ['Depot 2024/0017', 17],
  ['0', 0],
  ['000000000012', 12],
  ['LG-3a', null],
  ['12345678901', null],
  ['', null],
] as const)('parseTrailingNumber: %j ends in %j', ([identifier, number]) =>
  expect(parseTrailingNumber(identifier)).toBe(number),
)
