import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { StoredMedia } from '../../adapters/media/media-store.ts'
import { notFound } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import type { FinishedAnswer, NegotiableAnswer } from '../../http/finished.ts'
import { pictureSizes } from './sizes.ts'
import { getOriginalKey, getVariantKey, listFormats, type VariantName } from './variants.ts'

/** Enough for some thousand thumbnails. */
const thumbnailCacheBytes = 32 * 1024 * 1024

/**
 * Size of a picture on paper: 'print' for a full page, 'screen' for cards and long papers, 'medium'
 * for labels.
 */
export type PrintSize = Exclude<VariantName, 'thumbnail'>

interface MediaAnswer extends Pick<FinishedAnswer, 'type' | 'cache' | 'content'> {
  readonly key: string
}

interface VariantRequest extends Pick<FinishedAnswer, 'cache'> {
  readonly variant: VariantName
  /** Content hash of the picture. */
  readonly content: string
}

/** Serves stored media by content hash. */
export const mediaReader = ({ media, get }: Context) => {
  const sizes = get(pictureSizes)
  const getFile = async (key: string): Promise<StoredMedia> => {
    const file = await sizes.find(key)
    if (!file) throw notFound('This file is missing.')
    return file
  }
  const readAll = async (key: string) => buffer(await (await getFile(key)).open())
  // Never outdated, because keys contain the content hash.
  const thumbnailCache = new LRUCache<string, Buffer>({
    maxSize: thumbnailCacheBytes,
    // Sizes must be positive, even of an empty file.
    sizeCalculation: ({ length }) => length || 1,
    fetchMethod: readAll,
    // An entry that is evicted while it is read still resolves.
    ignoreFetchAbort: true,
  })

  const toAnswer = ({ key, ...answer }: MediaAnswer): FinishedAnswer => ({
    ...answer,
    etag: key.replace('/', '-'),
    confined: true,
  })

  const toNegotiableAnswer = (
    { variant, content, cache }: VariantRequest,
    readContent: (key: string) => Promise<FinishedAnswer['content']>,
  ): NegotiableAnswer => ({
    representations: listFormats(variant).map((format) => {
      const key = getVariantKey(content, { name: variant, format })
      const type = `image/${format}`
      return {
        type,
        finish: async () => toAnswer({ key, type, cache, content: await readContent(key) }),
      }
    }),
  })

  return {
    /** Cached in memory, because lists request many at once, and repeatedly. */
    thumbnail: (content: string, cache: FinishedAnswer['cache']): NegotiableAnswer =>
      toNegotiableAnswer({ variant: 'thumbnail', content, cache }, async (key) => ({
        plain: thumbnailCache.get(key) ?? (await thumbnailCache.forceFetch(key)),
      })),

    mediumPicture: (content: string, cache: FinishedAnswer['cache']): NegotiableAnswer =>
      toNegotiableAnswer({ variant: 'medium', content, cache }, getFile),

    screenPicture: (content: string, cache: FinishedAnswer['cache']): NegotiableAnswer =>
      toNegotiableAnswer({ variant: 'screen', content, cache }, getFile),

    recording: async (content: string, cache: FinishedAnswer['cache']): Promise<FinishedAnswer> => {
      const key = getOriginalKey(content)
      const file = await media.find(key)
      if (!file) throw notFound('This file is missing.')
      return toAnswer({ key, type: 'audio/mpeg', cache, content: file })
    },

    /** A picture as JPEG for paper; null if its file is lost. */
    async printPicture(content: string, size: PrintSize): Promise<Buffer | null> {
      const file = await sizes.find(getVariantKey(content, { name: size, format: 'jpeg' }))
      return file && buffer(await file.open())
    },
  }
}
