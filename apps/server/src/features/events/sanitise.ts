import { flattenTables, maxEvents, maxEventTextLength } from '@vitrine/contract'
import { LRUCache } from 'lru-cache'
import type sanitizeHtml from 'sanitize-html'
import { yieldToEventLoop } from '../../base/event-loop.ts'

const linkSchemes = ['http', 'https', 'mailto']

const hasAllowedScheme = (href: string | undefined) =>
  linkSchemes.includes(URL.parse(href ?? '')?.protocol.slice(0, -1) ?? '')

const strictRules: sanitizeHtml.IOptions = {
  allowedTags: ['b', 'strong', 'i', 'em', 'u', 'a', 'br', 'p', 'ul', 'ol', 'li'],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: linkSchemes,
  allowProtocolRelative: false,
  // Far more than any text has; deeper tags leave their words.
  nestingLimit: 100,
  // In a page made to be framed, a link must not open inside the frame.
  transformTags: {
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: { href, rel: 'noopener', target: '_blank' },
    }),
  },
  // A link that leads nowhere leaves its words.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'a' && !hasAllowedScheme(attribs.href) ? 'excludeTag' : false,
}

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const lists = ['dd', 'dl', 'dt']
const sections = [
  'article',
  'aside',
  'figcaption',
  'figure',
  'footer',
  'header',
  'main',
  'nav',
  'section',
]
const blocks = ['address', 'blockquote', 'div', 'hr', 'pre', ...headings, ...lists, ...sections]
const tables = ['table', 'caption', 'tr', 'th', 'td']

const rulesWithBlocks: sanitizeHtml.IOptions = {
  ...strictRules,
  allowedTags: [...(strictRules.allowedTags || []), ...blocks, ...tables],
}

// These read only what the sanitiser has written: each tag in one form, without attributes, and no
// '<' beside.
const anyBlock = new RegExp(`<(?:${[...blocks, ...tables].join('|')})[ >]`)
const blockRun = new RegExp(`(?:</?(?:${blocks.join('|')})(?: /)?>\\s*)+`, 'g')
const needlessBreaks =
  /^(?:<br \/>)+|(?:<br \/>)+$|(?<=<\/(?:p|ul|ol)>)<br \/>|<br \/>(?=<(?:p|ul|ol)>)/g

/**
 * Headings, boxes and rows leave a break where they begin and end, or the last word of one would
 * run into the next.
 */
const separateBlocks = (html: string) =>
  flattenTables(html)
    .replaceAll(blockRun, '<br />')
    .replaceAll(/(?:<br \/>){3,}/g, '<br /><br />')
    .replaceAll(needlessBreaks, '')

/**
 * Keeps of an event's text what is allowed in it: a few words in bold, links, breaks and lists. A
 * parser reads the text first, so that no regular expression meets untrusted markup; the strict
 * rules come last.
 */
export async function loadSanitiser(): Promise<(html: string) => string> {
  // Loaded with the first text, because it takes 15 MB.
  const { default: clean } = await import('sanitize-html')
  return (html) => {
    const known = clean(html, rulesWithBlocks)
    return (anyBlock.test(known) ? clean(separateBlocks(known), strictRules) : known).trim()
  }
}

const cache = new LRUCache<string, string>({ max: 3 * maxEvents })

let sanitiser: ReturnType<typeof loadSanitiser> | undefined
// Texts are sanitized one at a time, yielding to the event loop in between.
let previous: Promise<void> = Promise.resolve()

/** Sanitizes a text, which takes some milliseconds at worst, and caches the result. */
export async function sanitiseText(text: string): Promise<string> {
  const known = text === '' ? '' : cache.get(text)
  if (known !== undefined) return known
  sanitiser ??= loadSanitiser()
  const sanitise = await sanitiser
  previous = previous.then(yieldToEventLoop)
  await previous
  const clean = sanitise(text)
  if (clean.length <= maxEventTextLength) cache.set(text, clean)
  return clean
}
