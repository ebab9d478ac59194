import { expect, test } from 'vitest'
import { emptyItem } from '../items/item.ts'
import { deriveBeforehand, searchEntryOf, textStatesOf } from './derived.ts'

test('a value derived before a transaction is not computed again in it', async () => {
  let reads = 0
  const state = Object.defineProperty(
    { ...emptyItem, identifier: 'LG-1', name: 'Bateaux' },
    'description',
    {
      enumerable: true,
      get() {
        reads++
        return 'Les bateaux sont sur le lac.'
      },
    },
  )
  await deriveBeforehand([state])
  const readBeforehand = reads
  expect(readBeforehand).toBeGreaterThan(0)
  expect(textStatesOf(state)).toBe('original,missing,missing')
  expect(searchEntryOf(state)).toContain('bateaux')
  expect(reads).toBe(readBeforehand)
})
