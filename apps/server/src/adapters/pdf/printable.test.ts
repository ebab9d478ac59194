import { expect, test } from 'vitest'
import { printable, printableLine, softBreak } from './printable.ts'

test.for([
  ['Zürich, Öl, Größe, ça, œuvre, «L’été» – 1’000 „x“ …', 'Zürich, Öl, Größe, ça, œuvre, «L’été» – 1’000 „x“ …'],
  ['e\u0301te\u0301', 'été'],
  ['Ωμέγα Привет', 'Ωμέγα Привет'],
  ['a\0b\u200dc\ufeffd\ue000e\ud800f', 'abcde□f'],
  ['😀 👩‍👩‍👧 漢字', '□ □ □□'],
  ['a\u2003b\u202fc\u00a0d\te', 'a b\u00a0c\u00a0d e'],
  ['a\r\nb\u2028c', 'a\nb\nc'],
])('%j is printed as %j', ([typed = '', shown]) => {
  expect(printable(typed)).toBe(shown)
})

test('a word without end can be broken, others can’t', () => {
  const word = 'Donaudampfschifffahrtsgesell'
  expect(printable(word)).toBe(word)
  expect(
    printable('x'.repeat(40))
      .split(softBreak)
      .map((part) => part.length),
  ).toEqual([14, 14, 12])
})

test('a line is one line', () => {
  expect(printableLine('  a\n b\t\tc ')).toBe('a b c')
})
