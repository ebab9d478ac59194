import { expect, test } from 'vitest'
import { sortByIdentifier } from './read.ts'

test('sorts rows by identifier like a collator, then by id', () => {
  const rows = Array.from({ length: 12_345 }, (_, id) => ({
    id,
    identifier: `${'ÉeaZ'[id % 4]}-${(id * 7919) % 6_000}`,
  }))
  const collator = new Intl.Collator('fr-CH', { numeric: true, sensitivity: 'base' })
  const expected = rows.toSorted(
    (a, b) => collator.compare(a.identifier, b.identifier) || a.id - b.id,
  )
  expect(sortByIdentifier(rows)).toEqual(expected)
  expect(sortByIdentifier([])).toEqual([])
})
