import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadSanitiser } from './sanitise.ts'

const sanitise = await loadSanitiser()

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

test('is idempotent, and leaves no block elements', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const kept = sanitise(pieces.join(''))
      expect(sanitise(kept)).toBe(kept)
      expect(kept).not.toMatch(/<\/?(?:div|h2|hr|table|tr|t[dh]|caption)/)
    }),
  )
})
