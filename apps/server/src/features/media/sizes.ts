import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { PictureRejected } from '../../adapters/images/images.ts'
import { isWholePicture } from '../../adapters/images/whole-picture.ts'
import type { StoredMedia } from '../../adapters/media/media-store.ts'
import { minutes } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { createUncancellableCaller } from '../../base/queue.ts'
import { sharedWork } from '../../base/shared-work.ts'
import type { Context } from '../../context.ts'
import {
  getLikenessKey,
  getOriginalKey,
  getVariantKey,
  pictureVariants,
  type Variant,
} from './variants.ts'

type Dependencies = Pick<Context, 'media' | 'images' | 'scratch' | 'clock'> & { readonly log: Log }

/** Pause before a size that could not be rendered is tried again. */
const retryAfterMs = minutes(10)
/** Failures to remember. When they are reached, all are forgotten. */
const maxFailures = 1_000

/**
 * Lists the missing sizes of a picture. Empty files count as missing: they are left by a full disk.
 */
export const listMissingSizes = (
  content: string,
  getBytes: (key: string) => number | undefined,
): Variant[] => pictureVariants.filter((variant) => !getBytes(getVariantKey(content, variant)))

/** Whether the file of a picture's size is cut off or overwritten; false for originals. */
export async function isDamagedSize(key: string, file: StoredMedia): Promise<boolean> {
  const variant = pictureVariants.find(({ format }) => key.endsWith(`.${format}`))
  return variant !== undefined && !(await isWholePicture(variant.format, file))
}

/**
 * Finds the sizes of pictures. Renders a missing one from the original: a file may be lost, and a
 * newer version may have added a size.
 */
export const pictureSizes = ({ media, images, scratch, clock, log }: Dependencies) => {
  const runShared = sharedWork<void>()
  const failedAt = new Map<string, number>()

  /** Copies the original and verifies its hash; fails if it is missing or damaged. */
  async function copyOriginal(content: string, target: string): Promise<void> {
    const original = await media.find(getOriginalKey(content))
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

  /** Renders sizes of a picture; fails if the original is missing, damaged or unreadable. */
  async function renderSizes(content: string, variants: readonly Variant[]): Promise<void> {
    await using file = await scratch.newFile()
    await copyOriginal(content, file.path)
    const { variants: rendered } = await images.prepare(file.path, variants)
    for (const { spec, bytes } of rendered) await media.put(getVariantKey(content, spec), bytes)
  }

  /** Renders a missing size, once for concurrent requests; returns whether it exists now. */
  async function renderMissing(key: string, content: string, variant: Variant): Promise<boolean> {
    const now = clock.now().getTime()
    const lastFailure = failedAt.get(key)
    if (lastFailure !== undefined && now - lastFailure < retryAfterMs) return false
    try {
      await runShared(key, createUncancellableCaller(), () => renderSizes(content, [variant]))
      return true
    } catch (error) {
      // Failures of the store or disk say nothing about the picture.
      if (!(error instanceof UnusableOriginalError || error instanceof PictureRejected)) throw error
      log.warn({ err: error, key }, 'a size of a picture is missing and could not be made')
      if (failedAt.size >= maxFailures) failedAt.clear()
      failedAt.set(key, now)
      return false
    }
  }

  /** Finds a size by its key; null if it is missing and can't be rendered. */
  async function find(key: string): Promise<StoredMedia | null> {
    const stored = await media.find(key)
    if (stored && stored.size > 0) return stored

    const [content = ''] = key.split('/')
    const variant = pictureVariants.find((candidate) => getVariantKey(content, candidate) === key)
    return variant && (await renderMissing(key, content, variant)) ? media.find(key) : null
  }

  return {
    renderSizes,
    find,

    /**
     * Writes the tile file of a picture; fails if the original is missing, damaged or unreadable.
     */
    async makePyramid(content: string, target: string): Promise<void> {
      await using file = await scratch.newFile()
      await copyOriginal(content, file.path)
      await images.makePyramid(file.path, target)
    },

    /** Computes the likeness of a picture; null if it can't be read. */
    async likeness(content: string): Promise<string | null> {
      const likenessSource = await find(getLikenessKey(content))
      return likenessSource && images.computeLikeness(await buffer(await likenessSource.open()))
    },
  }
}

export class UnusableOriginalError extends Error {}

export type PictureSizes = ReturnType<typeof pictureSizes>
