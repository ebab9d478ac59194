import { expect, test } from 'vitest'
import { toMeaningKey } from './index.ts'

test.each([
  ['en', 'How fast is it?', 'so how FAST does this car go, please'],
  ['en', 'Who hid the car in the war?', 'during the war, who hid it?'],
  ['de', 'Wer hat den Motor repariert?', 'Wer hat die Motoren repariert'],
  ['fr', 'Pourquoi la porte est rouge ?', 'pourquoi cette voiture a-t-elle la porte rouge'],
  ['ja', 'この車の最高速度は？', '最高速度'],
] as const)('in %s, “%s” and “%s” mean the same', (language, one, other) => {
  expect(toMeaningKey(one, language)).not.toBe('')
  expect(toMeaningKey(other, language)).toBe(toMeaningKey(one, language))
})

test('toMeaningKey distinguishes question words, and keeps mere small talk', () => {
  const meanings = [
    'Who painted it?',
    'When was it painted?',
    'Why was it painted?',
    'hello there',
    '😀',
  ].map((question) => toMeaningKey(question, 'en'))
  expect(new Set(meanings).size).toBe(5)
})
