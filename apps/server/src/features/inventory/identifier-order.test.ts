import { expect, test } from 'vitest'
import { inOrder } from './identifier-order.ts'

test('many rows come out as if they had been sorted in one go', async () => {
  const rows = Array.from({ length: 12_345 }, (_, id) => ({
    id,
    identifier: `${'ÉeaZ'[id % 4]}-${(id * 7919) % 6_000}`,
  }))
  const collator = new Intl.Collator('fr-CH', { numeric: true, sensitivity: 'base' })
  const expected = rows.toSorted((a, b) => collator.compare(a.identifier, b.identifier) || a.id - b.id)
  expect(await inOrder(rows)).toEqual(expected)
  expect(await inOrder([])).toEqual([])
})
