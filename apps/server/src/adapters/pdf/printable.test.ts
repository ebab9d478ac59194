import { expect, test } from 'vitest'
import { softBreak, toPrintable, toPrintableLine } from './printable.ts'

test.for([
  [
    'Zürich, Öl, Größe, ça, œuvre, «L’été» – 1’000 „x“ …',
    'Zürich, Öl, Größe, ça, œuvre, «L’été» – 1’000 „x“ …',
  ],
  // Letters and their marks are composed.
  ['e\u0301te\u0301', 'été'],
  ['Ωμέγα Привет', 'Ωμέγα Привет'],
  // Control characters, joiners and broken surrogate pairs.
  ['a\0b\u200dc\ufeffd\ue000e\ud800f', 'abcde□f'],
  // Characters that only fonts for other scripts have.
  [
    '😀 👩‍👩‍👧 👍🏽 🇨🇭 ❤️ 1️⃣ 漢字 カナ、한글 שָׁלוֹם عربي',
    '😀 👩‍👩‍👧 👍🏽 🇨🇭 ❤️ 1️⃣ 漢字 カナ、한글 שָׁלוֹם عربي'.normalize('NFC'),
  ],
  // A non-joiner is kept in Arabic script only.
  ['می\u200cخواهم x\u200cy', 'می\u200cخواهم xy'],
  // No font has Thai letters.
  ['說 龘 ไทย', '說 龘 □□□'],
  // Wide and narrow spaces, and tabs.
  ['a\u2003b\u202fc\u00a0d\te', 'a b\u00a0c\u00a0d e'],
  // Line breaks of all systems.
  ['a\r\nb\u2028c', 'a\nb\nc'],
])('prints %j as %j', ([typed = '', shown]) => {
  expect(toPrintable(typed)).toBe(shown)
})

test('adds soft breaks to very long words only', () => {
  const word = 'Donaudampfschifffahrtsgesell'
  expect(toPrintable(word)).toBe(word)
  expect(
    toPrintable('x'.repeat(40))
      .split(softBreak)
      .map((part) => part.length),
  ).toEqual([14, 14, 12])
})

test('adds no soft breaks where a line may end after every character', () => {
  const text = '富嶽三十六景'.repeat(20)
  expect(toPrintable(text)).toBe(text)
})

test('turns line breaks into spaces for a single line', () => {
  expect(toPrintableLine('  a\n b\t\tc ')).toBe('a b c')
  expect(toPrintableLine(' a\u00a0b\u202f: c ')).toBe('a\u00a0b\u00a0: c')
})
