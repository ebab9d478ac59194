import { expect, it } from 'vitest'
import { readFacts, writeFacts } from './facts-file.ts'
import { newFact } from './new-fact.ts'

const fact = newFact({ kind: 'seen', placeId: 3, code: ' LM-1\u0000 ', itemId: 7, by: 'Anna' })

it('reads what it wrote', () => {
  expect(readFacts(5, writeFacts(5, [fact]))).toEqual([fact])
  expect(fact).toMatchObject({ code: 'LM-1', id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/) })
})

it('refuses the file of another stocktake', () =>
  expect(() => readFacts(6, writeFacts(5, [fact]))).toThrow('another stocktake'))

it.each([
  '',
  'null',
  '{}',
  '[]',
  JSON.stringify({ format: 'vitrine stocktake 1', campaignId: 5, facts: {} }),
  writeFacts(5, [{ ...fact, id: '1' }]),
  writeFacts(5, [{ ...fact, itemId: -1 }]),
  writeFacts(5, [{ ...fact, more: 1 } as never]),
  writeFacts(5, [{ ...fact, kind: 'gone' as never }]),
])('refuses %s', (text) => expect(() => readFacts(5, text)).toThrow('This is not a file'))
