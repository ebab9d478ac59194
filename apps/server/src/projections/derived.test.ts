import { expect, test } from 'vitest'
import { emptyItem } from '../items/item.ts'
import { getSearchEntry, getTextStates, precomputeDerivedValues } from './derived.ts'

test('does not compute a value again that was derived before the transaction', async () => {
  let readCount = 0
  const state = Object.defineProperty(
    { ...emptyItem, identifier: 'LG-1', name: 'Bateaux' },
    'description',
    {
      enumerable: true,
      get() {
        readCount++
        return 'Les bateaux sont sur le lac.'
      },
    },
  )
  await precomputeDerivedValues([state])
  const readBeforehand = readCount
  expect(readBeforehand).toBeGreaterThan(0)
  expect(getTextStates(state)).toBe('original,missing,missing')
  expect(getSearchEntry(state)).toContain('bateaux')
  expect(readCount).toBe(readBeforehand)
})
