import { expect, test } from 'vitest'
import { excerptAround, scanIdentifierWords, splitIntoLinkedParts } from './mentions.ts'

const wordsOf = (text: string) => Array.from(scanIdentifierWords(text), ({ word }) => word)

test.for([
  ['Bremsen von LM-013 geprüft.', ['LM-013']],
  ['(LM-013), «lg-7»: 1998.12!', ['LM-013', 'lg-7', '1998.12']],
  ['LM-013/LM-014', ['LM-013/LM-014', 'LM-013', 'LM-014']],
  ['2003/4', ['2003/4']],
  ['LM-013- und LM-014-', ['LM-013', 'LM-014']],
  ['LM013a und É12', ['LM013a', 'É12']],
  ['1929 zwölf Wagen, 12 Stühle, a-b, --, 3', []],
  [`${'x'.repeat(100)}1`, []],
] as const)('possible identifiers in %s: %s', ([text, words]) => {
  expect(wordsOf(text)).toEqual(words)
})

test('splitIntoLinkedParts keeps the whole text', () => {
  const text = 'LM-013/LM-014 und LM-013, lm-013'
  const parts = splitIntoLinkedParts(text, new Map([['LM-013', 13]]))
  expect(parts).toEqual([
    { at: 0, text: 'LM-013', target: 13 },
    { at: 6, text: '/LM-014 und ', target: null },
    { at: 18, text: 'LM-013', target: 13 },
    { at: 24, text: ', lm-013', target: null },
  ])
  expect(splitIntoLinkedParts(text, new Map())).toEqual([{ at: 0, text, target: null }])
  expect(splitIntoLinkedParts('', new Map([['LM-013', 13]]))).toEqual([])
})

test('scanIdentifierWords is linear in the text', () => {
  for (const bad of ['-', 'a-', '1/', '1.a_', 'LM-013/'])
    expect(wordsOf(bad.repeat(20_000 / bad.length)).length).toBeLessThanOrEqual(20_000)
})

test('excerptAround contains the word and cuts between words', () => {
  expect(excerptAround('LM-013\n geprüft', 'LM-013')).toBe('LM-013 geprüft')
  const long = excerptAround(`${'Anfang '.repeat(40)}LM-013 ${'Ende '.repeat(80)}`, 'LM-013')
  expect(long).toMatch(/^… (?:Anfang )+LM-013 (?:Ende )+…$/)
  expect(long.length).toBeLessThan(260)
})
