import { maxEvents, maxEventTextLength } from '@vitrine/contract'
import { LRUCache } from 'lru-cache'
import { yieldToEventLoop } from '../../db/chunks.ts'
import { sanitise } from './sanitise.ts'

const cleaned = new LRUCache<string, string>({ max: 3 * maxEvents })

// Every text waits for the one before it, whoever sent it: between two of them all other requests have a turn.
let previous: Promise<void> = Promise.resolve()

/** A text as the sanitiser leaves it. That takes some milliseconds at worst, and everybody asks for the same ones. */
export async function cleanText(text: string): Promise<string> {
  const known = text === '' ? '' : cleaned.get(text)
  if (known !== undefined) return known
  previous = previous.then(yieldToEventLoop)
  await previous
  const clean = sanitise(text)
  if (clean.length <= maxEventTextLength) cleaned.set(text, clean)
  return clean
}
