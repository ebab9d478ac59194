import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'
import type { Encoding } from './accepted-encoding.ts'
import type { Finished } from './finished.ts'

const brotliOf = promisify(brotliCompress)
const gzipOf = promisify(gzipCompress)
// Fast rather than small: such a text is often read once.
const fast = { [constants.BROTLI_PARAM_QUALITY]: 5 }

/** A text for other programs that shared caches may keep, named by its content. */
export async function finishText(type: string, text: string): Promise<Finished> {
  const plain = Buffer.from(text)
  const name = createHash('sha256').update(plain).digest('base64url')
  return { type, name, cache: 'shared', content: compressedOnDemand(plain, fast) }
}

/** Compressed on the first request: the start does not wait for texts that may never be read. */
export function compressedOnDemand(plain: Buffer, params: BrotliOptions['params'] = {}) {
  const made: Partial<Record<Encoding, Promise<Buffer>>> = {}
  return async (encoding: Encoding | undefined) => {
    if (!encoding) return { plain }
    made[encoding] ??= encoding === 'br' ? brotliOf(plain, { params }) : gzipOf(plain)
    const compressed = await made[encoding]
    return encoding === 'br' ? { plain, brotli: compressed } : { plain, gzip: compressed }
  }
}
