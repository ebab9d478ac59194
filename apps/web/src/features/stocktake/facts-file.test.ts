import { api, type SubmittedFact } from '@vitrine/contract'
import { expect, it } from 'vitest'
import { createFact } from './create-fact.ts'
import { formatFactsFile, parseFactsFile } from './facts-file.ts'

const fact = createFact({ kind: 'seen', placeId: 3, code: ' LM-1\u0000 ', itemId: 7, by: 'Anna' })

it('reads what it wrote', () => {
  expect(parseFactsFile(5, formatFactsFile(5, [fact]))).toEqual([fact])
  expect(fact).toMatchObject({
    code: 'LM-1',
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
  })
})

it('refuses the file of another stocktake', () =>
  expect(() => parseFactsFile(6, formatFactsFile(5, [fact]))).toThrow('another stocktake'))

it.each([
  '',
  'null',
  '{}',
  '[]',
  JSON.stringify({ format: 'vitrine stocktake 1', campaignId: 5, facts: {} }),
  formatFactsFile(5, [{ ...fact, id: '1' }]),
  formatFactsFile(5, [{ ...fact, itemId: -1 }]),
  formatFactsFile(5, [{ ...fact, more: 1 } as never]),
  formatFactsFile(5, [{ ...fact, kind: 'gone' as never }]),
])('refuses %s', (text) => expect(() => parseFactsFile(5, text)).toThrow('This is not a file'))

it.each([
  { id: '00000000-0000-9000-8000-000000000000' },
  { id: `${fact.id}0` },
  { placeId: 2 ** 31 },
  { itemId: 1.5 },
  { code: 'x'.repeat(501) },
  { code: 'a\nb' },
  { condition: 'bad' },
  { remark: 'x'.repeat(2_001) },
  { remark: '\0' },
  { photo: 'yes' },
  { seenAt: 'gestern' },
  { seenAt: '2026-02-30T10:00:00.000Z' },
  { seenAt: '2026-11-18' },
  { seenAt: '+012026-11-18T10:00:00.000Z' },
  { by: 'x'.repeat(201) },
])('refuses %j, as the server would', (wrong) => {
  const facts = [fact, { ...fact, ...wrong } as SubmittedFact]
  expect(api.stocktake.send.body.safeParse({ since: '', facts: [fact] }).success).toBe(true)
  expect(api.stocktake.send.body.safeParse({ since: '', facts }).success).toBe(false)
  expect(() => parseFactsFile(5, formatFactsFile(5, facts))).toThrow('This is not a file')
})
