import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadSanitiser } from './sanitise.ts'

const sanitise = await loadSanitiser()

const startTags = [
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
/** A start tag, an end tag, or text; joined, they are seldom well-formed. */
const fragment = fc.oneof(
  fc.constantFrom(...startTags).map((tag) => `<${tag}>`),
  fc.constantFrom(...startTags).map((tag) => `</${tag.split(' ')[0]}>`),
  fc.constantFrom('x', ' ', '\n', '&nbsp;', '< ', '&', '"'),
)

test('leaves no block elements, and nothing to change when it runs again', () => {
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 40 }), (fragments) => {
      const sanitised = sanitise(fragments.join(''))
      expect(sanitise(sanitised)).toBe(sanitised)
      expect(sanitised).not.toMatch(/<\/?(?:div|h2|hr|table|tr|t[dh]|caption)/)
    }),
  )
})
