import { createHash } from 'node:crypto'
import { yieldIfDue } from '../base/event-loop.ts'
import type { Encoding } from './accept.ts'
import { compress } from './compression.ts'
import type { FinishedAnswer } from './finished.ts'

// Below this size, compression saves no packet.
const minLength = 1024
// Fast rather than small, because such a text is often read once. A list of a hundred thousand
// items takes half a second instead of twenty, and is still compressed to a tenth.
const fastQuality = 5

/** A text for other programs that shared caches may keep; its ETag is a hash of the content. */
export async function finishText(type: string, text: string): Promise<FinishedAnswer> {
  const plain = Buffer.from(text)
  const etag = createHash('sha256').update(plain).digest('base64url')
  return { type, etag, cache: 'shared', content: compressOnDemand(plain, fastQuality) }
}

/** A list for staff, with its revision as ETag. */
export async function finishJson(revision: string, content: unknown): Promise<FinishedAnswer> {
  await yieldIfDue()
  const plain = Buffer.from(JSON.stringify(content))
  const brotli = await compress(plain, 'br', fastQuality)
  return {
    type: 'application/json; charset=utf-8',
    etag: revision,
    cache: 'revalidate',
    content: { plain, brotli },
  }
}

/** An answer for staff that no cache may keep. */
export function finishPrivateJson(json: Buffer): FinishedAnswer {
  const etag = createHash('sha256').update(json).digest('base64url')
  const content = compressOnDemand(json, fastQuality)
  return { type: 'application/json; charset=utf-8', etag, cache: 'never', content }
}

/** Compresses on the first request: the start does not wait for texts that may never be read. */
export function compressOnDemand(plain: Buffer, quality?: number) {
  const compressions: Partial<Record<Encoding, Promise<Buffer>>> = {}
  return async (encoding: Encoding | undefined) => {
    if (!encoding || plain.length < minLength) return { plain }

    compressions[encoding] ??= compress(plain, encoding, quality)
    const compressed = await compressions[encoding]
    return encoding === 'br' ? { plain, brotli: compressed } : { plain, gzip: compressed }
  }
}
