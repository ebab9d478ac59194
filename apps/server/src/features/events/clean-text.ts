import { maxEvents, maxEventTextLength } from '@vitrine/contract'
import { LRUCache } from 'lru-cache'
import { yieldToEventLoop } from '../../db/chunks.ts'
import { openSanitizer } from './sanitise.ts'

const cache = new LRUCache<string, string>({ max: 3 * maxEvents })

let opening: ReturnType<typeof openSanitizer> | undefined
// Texts are sanitized one at a time, yielding to the event loop in between.
let previous: Promise<void> = Promise.resolve()

/** Sanitizes a text, which takes some milliseconds at worst, and caches the result. */
export async function cleanText(text: string): Promise<string> {
  const known = text === '' ? '' : cache.get(text)
  if (known !== undefined) return known
  opening ??= openSanitizer()
  const sanitise = await opening
  previous = previous.then(yieldToEventLoop)
  await previous
  const clean = sanitise(text)
  if (clean.length <= maxEventTextLength) cache.set(text, clean)
  return clean
}
