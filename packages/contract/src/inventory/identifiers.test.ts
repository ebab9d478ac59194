import { expect, test } from 'vitest'
import { itemIdOf, publicNumber } from './identifiers.ts'

test('every address leads back to the item it was made for', () => {
  for (let id = 100; id <= 1000; id++) expect(itemIdOf('art', publicNumber('art', id))).toBe(id)
  for (let id = 1; id <= 1000; id++) expect(itemIdOf('car', publicNumber('car', id))).toBe(id)
})

test('no two artworks share a number', () => {
  const numbers = Array.from({ length: 901 }, (_, index) => publicNumber('art', 100 + index))
  expect(new Set(numbers).size).toBe(901)
})

test('the number of an artwork is its id less 100, up to 199', () => {
  expect([101, 150, 199, 200, 250].map((id) => publicNumber('art', id))).toEqual([1, 50, 99, 200, 250])
})
