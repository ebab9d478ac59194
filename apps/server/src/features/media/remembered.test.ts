import { expect, test } from 'vitest'
import { remembered } from './remembered.ts'

test('what was used last is kept, up to the capacity, and failures are not', async () => {
  const reads: string[] = []
  const read = remembered(async (key: string) => {
    reads.push(key)
    if (key === 'missing') throw new Error('missing')
    return Buffer.alloc(key === 'large' ? 200 : 40)
  }, 100)

  for (const key of ['a', 'b', 'a', 'c', 'a', 'b', 'large', 'large', 'a']) await read(key)
  // 'c' drove out 'b', which had not been used for longest; what is larger than everything drives itself out too.
  expect(reads).toEqual(['a', 'b', 'c', 'b', 'large', 'large', 'a'])

  for (const _ of [1, 2]) await expect(read('missing')).rejects.toThrow('missing')
  expect(reads.slice(-2)).toEqual(['missing', 'missing'])
})
