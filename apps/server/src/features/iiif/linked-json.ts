import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'
import type { Finished, Forms } from '../../http/finished.ts'
import { promiseCache } from '../../http/promise-cache.ts'

const brotliOf = promisify(brotliCompress)
const gzipOf = promisify(gzipCompress)
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }

/** The same document is compressed once. */
const compressed = promiseCache<{ plain: Buffer; brotli: Buffer; gzip: Buffer }>(100)

/** A document of linked data: as JSON where that is asked for by name. */
export function linkedJson(document: { readonly '@context': string }): Forms {
  const plain = Buffer.from(JSON.stringify(document))
  const name = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const content = () =>
    compressed(name, async () => {
      const [brotli, gzip] = await Promise.all([brotliOf(plain, { params }), gzipOf(plain)])
      return { plain, brotli, gzip }
    })
  const form = (type: string) => ({
    type,
    finish: (): Finished => ({ type, name, cache: 'shared', content }),
  })
  return { forms: [form('application/json'), form(`application/ld+json;profile="${document['@context']}"`)] }
}
