import { maxEventTextLength } from '@vitrine/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openSanitizer } from './sanitise.ts'

const sanitise = await openSanitizer()

const times = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

/** The least of several, so that a busy machine does not count. */
const secondsFor = (text: string): number =>
  Math.min(
    ...Array.from({ length: 3 }, () => {
      const { user: before } = process.cpuUsage()
      sanitise(text)
      return (process.cpuUsage().user - before) / 1e6
    }),
  )

test.for<[string, string]>([
  ['tags without end', '<tr\n'],
  ['brackets', '<'],
  ['closing tags without end', '</div '],
  ['blocks and spaces', '<div>  '],
  ['cells', '<td>'],
  ['breaks', '<br> '],
  ['comments without end', '<!--'],
  ['entities without end', '&am'],
  ['attributes', '<a b="'],
  ['spaces', ' '],
])('eight times as much of %s takes nowhere near sixty-four times as long', ([, piece]) => {
  const short = secondsFor(times(piece, 4 * maxEventTextLength))
  // What is too short to be measured counts as two milliseconds.
  expect(secondsFor(times(piece, 32 * maxEventTextLength)) / Math.max(short, 0.002)).toBeLessThan(32)
})

const names = [
  'p',
  'b',
  'a href="https://a.ch"',
  'ul',
  'li',
  'div',
  'h2',
  'table',
  'tr',
  'td',
  'th',
  'caption',
  'br',
  'hr',
]
const piece = fc.oneof(
  fc.constantFrom(...names).map((name) => `<${name}>`),
  fc.constantFrom(...names).map((name) => `</${name.split(' ')[0]}>`),
  fc.constantFrom('x', ' ', '\n', '&nbsp;', '< ', '&', '"'),
)

test('sanitising a sanitised text changes nothing, and leaves no block in it', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const kept = sanitise(pieces.join(''))
      expect(sanitise(kept)).toBe(kept)
      expect(kept).not.toMatch(/<\/?(?:div|h2|hr|table|tr|t[dh]|caption)/)
    }),
  )
})
