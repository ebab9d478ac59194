import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { PictureRejected } from '../../adapters/images/images.ts'
import type { StoredMedia } from '../../adapters/media/media-store.ts'
import { minutes } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { uncancellableCaller } from '../../base/queue.ts'
import { sharedWork } from '../../base/shared-work.ts'
import type { Context } from '../../context.ts'
import { likenessKey, originalKey, pictureVariants, type Variant, variantKey } from './variants.ts'

type Parts = Pick<Context, 'media' | 'images' | 'scratch' | 'clock'> & { readonly log: Log }

// A picture that can't be decoded is not retried with every request.
const retryAfterMs = minutes(10)
const maxRemembered = 1_000

/** The sizes of a picture that a store with these files lacks. An empty file is the remains of a full disk. */
export const listMissingSizes = (
  content: string,
  sizeOf: (key: string) => number | undefined,
): Variant[] => pictureVariants.filter((variant) => !sizeOf(variantKey(content, variant)))

/**
 * Pictures in their sizes. A missing one, because it got lost or because its size came with
 * a newer version, is rendered from the original.
 */
export const pictureSizes = ({ media, images, scratch, clock, log }: Parts) => {
  const share = sharedWork<void>()
  const failedAt = new Map<string, number>()

  /** A copy of the original, verified; fails when it is gone or damaged. */
  async function copyOriginal(content: string, target: string): Promise<void> {
    const original = await media.find(originalKey(content))
    if (!original) throw new UnusableOriginalError('the original is missing')
    const hash = createHash('sha256')
    await pipeline(
      await original.open(),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          yield chunk
        }
      },
      createWriteStream(target),
    )
    if (hash.digest('hex') !== content) throw new UnusableOriginalError('the original is damaged')
  }

  /** Renders these sizes of a picture; fails when the original is gone, damaged or can't be read. */
  async function remake(content: string, wanted: readonly Variant[]): Promise<void> {
    await using file = await scratch.newFile()
    await copyOriginal(content, file.path)
    const { variants: made } = await images.prepare(file.path, wanted)
    for (const { spec, bytes } of made) await media.put(variantKey(content, spec), bytes)
  }

  /** Shared by concurrent requests; returns whether the size exists now. */
  async function remakeOne(key: string, content: string, variant: Variant): Promise<boolean> {
    const now = clock.now().getTime()
    if (now - (failedAt.get(key) ?? -retryAfterMs) < retryAfterMs) return false
    try {
      await share(key, uncancellableCaller(), () => remake(content, [variant]))
      return true
    } catch (error) {
      // A failing store or disk is reported as such; it is not the picture’s fault.
      if (!(error instanceof UnusableOriginalError || error instanceof PictureRejected)) throw error
      log.warn({ err: error, key }, 'a size of a picture is missing and could not be made')
      if (failedAt.size >= maxRemembered) failedAt.clear()
      failedAt.set(key, now)
      return false
    }
  }

  /** A size by its key; null when it is missing and can't be rendered. */
  async function find(key: string): Promise<StoredMedia | null> {
    const found = await media.find(key)
    if (found && found.size > 0) return found
    const [content = ''] = key.split('/')
    const variant = pictureVariants.find((one) => variantKey(content, one) === key)
    return variant && (await remakeOne(key, content, variant)) ? media.find(key) : null
  }

  return {
    remake,
    find,

    /** Writes the file from which tiles of a picture are cut; fails as `remake` does. */
    async makePyramid(content: string, target: string): Promise<void> {
      await using file = await scratch.newFile()
      await copyOriginal(content, file.path)
      await images.makePyramid(file.path, target)
    },

    /** The likeness of a picture; null when it can't be read. */
    async likeness(content: string): Promise<string | null> {
      const small = await find(likenessKey(content))
      return small && images.computeLikeness(await buffer(await small.open()))
    },
  }
}

export class UnusableOriginalError extends Error {}

export type PictureSizes = ReturnType<typeof pictureSizes>
