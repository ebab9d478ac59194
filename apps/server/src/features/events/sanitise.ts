import { createRequire } from 'node:module'
import type sanitizeHtml from 'sanitize-html'

const require = createRequire(import.meta.url)

const linkSchemes = ['http', 'https', 'mailto']

const leadsSomewhere = (href: string | undefined) =>
  linkSchemes.includes(URL.parse(href ?? '')?.protocol.slice(0, -1) ?? '')

const rules: sanitizeHtml.IOptions = {
  allowedTags: ['b', 'strong', 'i', 'em', 'u', 'a', 'br', 'p', 'ul', 'ol', 'li'],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: linkSchemes,
  allowProtocolRelative: false,
  // In a page made to be framed, a link must not open inside the frame.
  transformTags: { a: (tagName, { href = '' }) => ({ tagName, attribs: { href, rel: 'noopener', target: '_blank' } }) },
  // A link that leads nowhere leaves its words.
  exclusiveFilter: ({ tag, attribs }) => (tag === 'a' && !leadsSomewhere(attribs.href) ? 'excludeTag' : false),
}

const tags = (names: string) => String.raw`</?(?:${names})(?:\s(?:[^>"']|"[^"]*"|'[^']*')*)?/?>`
const blocks = tags(
  'address|article|aside|blockquote|dd|div|dl|dt|fig\\w+|footer|h[1-6]|header|hr|main|nav|pre|section|table|tr',
)
const someBlocks = new RegExp(`(?:${blocks}\\s*)+`, 'gi')
const cells = new RegExp(tags('t[dh]'), 'gi')
const needlessBreaks = /^(?:<br>)+|(?:<br>)+$|(?<=<\/(?:p|ul|ol)>)<br>|<br>(?=<(?:p|ul|ol)[\s>])/gi

/** Headings, boxes and tables leave a break where they begin and end, or the last word of one would run into the next. */
const apart = (html: string) =>
  html.search(someBlocks) < 0
    ? html
    : html
        .replaceAll(cells, ' ')
        .replaceAll(someBlocks, '<br>')
        .replaceAll(/(?:<br>){3,}/gi, '<br><br>')
        .replaceAll(needlessBreaks, '')

/** Leaves of an event's text what may stand in it: a few words in bold, links, breaks and lists. */
export function sanitise(html: string): string {
  // Loaded with the first text: it takes 15 MB and a tenth of a second.
  const clean: typeof sanitizeHtml = require('sanitize-html')
  return clean(apart(html), rules).trim()
}
