import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { StoredMedia } from '../../adapters/media/media-store.ts'
import { fail, notFound } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import type { FinishedAnswer, NegotiableAnswer } from '../../http/finished.ts'
import { pictureSizes } from './sizes.ts'
import { listFormats, originalKey, type VariantName, variantKey } from './variants.ts'

// Some thousand thumbnails.
const cacheBytes = 32 * 1024 * 1024

/** A whole page wants 'print'; a card, or one of many pages, does with 'screen', a label with 'medium'. */
export type PrintSize = Exclude<VariantName, 'thumbnail'>

/** Serves stored media by content hash. */
export const mediaReader = ({ media, get }: Context) => {
  const sizes = get(pictureSizes)
  const find = async (key: string): Promise<StoredMedia> =>
    (await sizes.find(key)) ?? fail(notFound('This file is missing.'))
  const readAll = async (key: string) => buffer(await (await find(key)).open())
  // A key names its content, so nothing kept can grow old. A size must be positive, even of an empty file.
  const small = new LRUCache<string, Buffer>({
    maxSize: cacheBytes,
    sizeCalculation: ({ length }) => length || 1,
    fetchMethod: readAll,
    // A fetch that is evicted meanwhile still resolves.
    ignoreFetchAbort: true,
  })

  const answer = (
    key: string,
    type: string,
    cache: FinishedAnswer['cache'],
    content: FinishedAnswer['content'],
  ): FinishedAnswer => ({
    type,
    name: key.replace('/', '-'),
    cache,
    content,
    confined: true,
  })

  const forms = (
    variant: VariantName,
    content: string,
    cache: FinishedAnswer['cache'],
    read: (key: string) => Promise<FinishedAnswer['content']>,
  ): NegotiableAnswer => ({
    forms: listFormats(variant).map((format) => {
      const key = variantKey(content, { name: variant, format })
      const type = `image/${format}`
      return { type, finish: async () => answer(key, type, cache, await read(key)) }
    }),
  })

  return {
    /** A list requests many of them at once, repeatedly. */
    thumbnail: (content: string, cache: FinishedAnswer['cache']): NegotiableAnswer =>
      forms('thumbnail', content, cache, async (key) => ({
        plain: small.get(key) ?? (await small.forceFetch(key)),
      })),

    mediumPicture: (content: string, cache: FinishedAnswer['cache']): NegotiableAnswer =>
      forms('medium', content, cache, find),

    screenPicture: (content: string, cache: FinishedAnswer['cache']): NegotiableAnswer =>
      forms('screen', content, cache, find),

    recording: async (content: string, cache: FinishedAnswer['cache']): Promise<FinishedAnswer> => {
      const key = originalKey(content)
      return answer(
        key,
        'audio/mpeg',
        cache,
        (await media.find(key)) ?? fail(notFound('This file is missing.')),
      )
    },

    /** The picture as JPEG for paper; null when the store has lost it. */
    async printPicture(content: string, size: PrintSize): Promise<Buffer | null> {
      const found = await sizes.find(variantKey(content, { name: size, format: 'jpeg' }))
      return found && buffer(await found.open())
    },
  }
}
