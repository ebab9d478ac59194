import { expect, test } from 'vitest'
import { sentencesOf } from './sentences.ts'
import { keySentences } from './summary.ts'

test('a text of three sentences or fewer is its own summary, blanks and all', () => {
  const text = '  Der Wagen ist da.\n\nEr fährt.  Am 3. Mai geht er zurück. '
  expect(keySentences(text)).toBe(text)
})

test('a longer text is cut to its key sentences, in their order and with their line breaks', () => {
  const text = `Die Restaurierung des Jaguar ist fertig. Es war ein schöner Tag.
Der Lack des Jaguar wurde poliert, der Rost am Kotflügel entfernt.
Kaffee gab es auch. Der Kotflügel des Jaguar war stark verrostet. Na ja. Die Rechnung für den Lack und den Kotflügel kommt nächste Woche.`
  const summary = keySentences(text)
  const all = sentencesOf(text).map((sentence) => sentence.text)
  const kept = sentencesOf(summary).map((sentence) => sentence.text)
  expect(kept).toHaveLength(3)
  expect(kept[0]).toBe('Die Restaurierung des Jaguar ist fertig.')
  expect(kept).toEqual(all.filter((sentence) => kept.includes(sentence)))
  expect(summary).not.toContain('Kaffee')
  expect(summary.split('\n').length).toBeGreaterThan(1)
})

test('a list of ten thousand lines is summarised like any text', () => {
  const lines = Array.from({ length: 10_000 }, (_, index) => `${index}`)
  const kept = keySentences(`Was in den Kisten liegt:\n${lines.join('\n')}`).split('\n')
  expect(kept[0]).toBe('Was in den Kisten liegt:')
  expect(kept.length).toBeLessThanOrEqual(8)
  expect(lines).toEqual(expect.arrayContaining(kept.slice(1)))
})
