import { expect, test } from 'vitest'
import { element, renderXmlDocument } from './xml.ts'

test.each([
  ['a < b && c > "d"', 'a &lt; b &amp;&amp; c &gt; &quot;d&quot;'],
  [']]>', ']]&gt;'],
  ['\u0000\u0008\u001b\u{fffe}', '\u{fffd}'.repeat(4)],
  ['\ud800 \udc00', '\u{fffd} \u{fffd}'],
  ['line\r\nline\t', 'line&#13;\nline\t'],
  ['𝔐 日本 עברית \u0085', '𝔐 日本 עברית \u0085'],
])('escapes %j in texts and attributes', (text, escaped) => {
  expect(element('a', { b: text }, text).markup).toBe(`<a b="${escaped}">${escaped}</a>`)
})

test('omits missing attributes and children, and flattens lists of children', () => {
  const child = element('b', { missing: null, unset: undefined, empty: '' })
  const parent = element('a', {}, null, undefined, false, '', [child, [child]])
  expect(renderXmlDocument(parent)).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<a><b empty=""/><b empty=""/></a>\n',
  )
})
