import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'
import type { Finished } from './finished.ts'

const brotliOf = promisify(brotliCompress)
const gzipOf = promisify(gzipCompress)
// Fast rather than small: such a text is often read once.
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }

/** A text for other programs that shared caches may keep, named by its content. */
export async function finishText(type: string, text: string): Promise<Finished> {
  const plain = Buffer.from(text)
  const [brotli, gzip] = await Promise.all([brotliOf(plain, { params }), gzipOf(plain)])
  const name = createHash('sha256').update(plain).digest('base64url')
  return { type, name, cache: 'shared', content: { plain, brotli, gzip } }
}
