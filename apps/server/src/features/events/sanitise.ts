import { eventLanguages, flattenTables, maxEvents, maxEventTextLength } from '@vitrine/contract'
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
  // Far more than any text needs; of deeper tags, only the words are kept.
  nestingLimit: 100,
  // The page may be framed, and links must not open inside the frame.
  transformTags: {
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: { href, rel: 'noopener', target: '_blank' },
    }),
  },
  // Of a link without an allowed address, only the words are kept.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'a' && !hasAllowedScheme(attribs.href) ? 'excludeTag' : false,
}

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const definitionLists = ['dd', 'dl', 'dt']
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
const blocks = [
  'address',
  'blockquote',
  'div',
  'hr',
  'pre',
  ...headings,
  ...definitionLists,
  ...sections,
]
const tables = ['table', 'caption', 'tr', 'th', 'td']

// These rules keep blocks, so that line breaks can replace them before the strict rules run.
const rulesWithBlocks: sanitizeHtml.IOptions = {
  ...strictRules,
  allowedTags: [...(strictRules.allowedTags || []), ...blocks, ...tables],
}

// These patterns read only sanitised markup: each tag has one form, blocks have no attributes, and
// there is no other '<'.
const anyBlock = new RegExp(`<(?:${[...blocks, ...tables].join('|')})[ >]`)
const blockRun = new RegExp(`(?:</?(?:${blocks.join('|')})(?: /)?>\\s*)+`, 'g')
/** Line breaks at the start or the end of the text, or beside a paragraph or list. */
const needlessBreaks =
  /^(?:<br \/>)+|(?:<br \/>)+$|(?<=<\/(?:p|ul|ol)>)<br \/>|<br \/>(?=<(?:p|ul|ol)>)/g

/** Replaces blocks and rows with line breaks, so that their words do not run together. */
const separateBlocks = (html: string) =>
  flattenTables(html)
    .replaceAll(blockRun, '<br />')
    .replaceAll(/(?:<br \/>){3,}/g, '<br /><br />')
    .replaceAll(needlessBreaks, '')

/**
 * Loads the sanitiser of event texts, which allows emphasis, links, breaks and lists. A parser
 * reads the text first, so that regular expressions never meet untrusted markup; the strict rules
 * are applied last.
 */
export async function loadSanitiser(): Promise<(html: string) => string> {
  // Loaded on demand, because it takes 15 MB.
  const { default: clean } = await import('sanitize-html')
  return (html) => {
    const sanitised = clean(html, rulesWithBlocks)
    return (
      anyBlock.test(sanitised) ? clean(separateBlocks(sanitised), strictRules) : sanitised
    ).trim()
  }
}

// Holds the texts of all events.
const cache = new LRUCache<string, string>({ max: eventLanguages.length * maxEvents })

let sanitiser: ReturnType<typeof loadSanitiser> | undefined
// Texts are sanitised one after the other, each in a turn of the event loop of its own.
let lastTurn: Promise<void> = Promise.resolve()

/** Sanitises a text, which takes a few milliseconds at worst, and caches the result. */
export async function sanitiseText(text: string): Promise<string> {
  const cached = text === '' ? '' : cache.get(text)
  if (cached !== undefined) return cached
  sanitiser ??= loadSanitiser()
  const sanitise = await sanitiser
  lastTurn = lastTurn.then(yieldToEventLoop)
  await lastTurn
  const sanitised = sanitise(text)
  if (sanitised.length <= maxEventTextLength) cache.set(text, sanitised)
  return sanitised
}
