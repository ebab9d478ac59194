import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pictureLimits } from '@vitrine/contract'
import { PictureRejected, type RejectionReason } from '../../adapters/images/images.ts'
import { MediaStoreError } from '../../adapters/media/media-store.ts'
import { instant } from '../../base/clock.ts'
import { fail, invalid, overloaded } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import { inTransaction, lockUntilCommit } from '../../db/dialect.ts'
import { isDiskFullError } from '../../db/errors.ts'
import type { Tables } from '../../db/tables.ts'
import type { Upload } from '../../http/upload.ts'
import { isMp3 } from './mp3.ts'
import { mediaStore } from './store.ts'
import {
  getLikenessKey,
  getOriginalKey,
  getVariantKey,
  listMediaKeys,
  pictureVariants,
  toDisplayName,
  type Variant,
} from './variants.ts'

export interface AcceptedMedia {
  readonly id: number
  /** SHA-256 of the bytes. */
  readonly content: string
  readonly fileName: string
  /** Perceptual hash of a picture; empty if it is not computed yet, and for recordings. */
  readonly likeness: string
}

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'media' | 'images'> {
  /** Sizes to render during the upload; the others are rendered on demand. */
  readonly eagerSizes?: readonly Variant[]
}

type MediaKind = Tables['media']['kind']
type MediaFacts = Pick<Tables['media'], 'mime' | 'width' | 'height'> & { readonly dhash: string }

const fallbackNames: Record<MediaKind, string> = { picture: 'picture', recording: 'recording.mp3' }

const refusals: Record<RejectionReason, string> = {
  unknown:
    'This file is not a picture that we can read. Please choose a JPEG, HEIC, PNG, WebP, AVIF, TIFF or GIF.',
  tooManyPixels: `This picture is too large: at most ${pictureLimits.pixels / 1_000_000} megapixels. Please make it smaller.`,
  tooManyFrames: `This file holds too many pictures: at most ${pictureLimits.frames} frames or pages. Please save the one you need as JPEG.`,
  tooHeavy:
    'Reading this picture would take too much memory or time. Please save it as JPEG with 8 bits per channel, or make it smaller, and try again.',
  broken: 'This picture is damaged or not complete. Please export it again, then try again.',
}

/**
 * Stores uploads. Bytes are written before their row: a crash leaves no row without its bytes, and
 * orphaned bytes do no harm.
 */
export const mediaUploadService = ({
  db,
  clock,
  media,
  images,
  eagerSizes = pictureVariants,
}: Dependencies) => {
  /**
   * Locks a content across processes, so that a row is only added while its original exists, and an
   * original only discarded while it has no row.
   */
  const withLock = <T>(
    content: string,
    work: (store: ReturnType<typeof mediaStore>) => Promise<T>,
  ): Promise<T> =>
    inTransaction(db, async (tx) => {
      await lockUntilCommit(tx, `media ${content}`)
      return work(mediaStore(tx))
    })

  async function storePicture(content: string, file: string): Promise<MediaFacts> {
    const { variants: rendered, ...facts } = await images
      .prepare(file, eagerSizes)
      .catch(rejectPicture)
    const likenessSource = rendered.find(
      ({ spec }) => getVariantKey(content, spec) === getLikenessKey(content),
    )
    await media.put(getOriginalKey(content), { file })
    for (const { spec, bytes } of rendered) await media.put(getVariantKey(content, spec), bytes)
    const dhash = likenessSource ? await images.computeLikeness(likenessSource.bytes) : ''
    return { ...facts, dhash }
  }

  async function storeRecording(content: string, file: string): Promise<MediaFacts> {
    await using handle = await open(file)
    if (!(await isMp3(handle)))
      throw invalid('recording', 'This file is not an MP3 recording. Please choose an MP3.')
    await media.put(getOriginalKey(content), { file })
    return { mime: 'audio/mpeg', width: null, height: null, dhash: '' }
  }

  /** Whether all files still exist: if not, uploading the same file again restores them. */
  async function isComplete(kind: MediaKind, content: string): Promise<boolean> {
    for (const key of listMediaKeys(kind, content)) if (!(await media.find(key))?.size) return false
    return true
  }

  /** Removes the files of a content, unless a row refers to it. */
  async function discard(kind: MediaKind, content: string): Promise<void> {
    const originalKey = getOriginalKey(content)
    const isUnused = await withLock(content, async (store) => {
      if ((await store.findContent(kind, content)).length > 0) return false
      await media.remove(originalKey)
      return true
    })
    // Needs no lock: if the picture is uploaded again meanwhile, its sizes are rendered on demand.
    if (!isUnused) return
    for (const key of listMediaKeys(kind, content)) if (key !== originalKey) await media.remove(key)
  }

  async function storeUpload(
    kind: MediaKind,
    upload: Upload,
    storeFile: typeof storePicture,
  ): Promise<AcceptedMedia> {
    // Fails early if the store is unavailable, because rendering the sizes takes seconds.
    await media.ping()
    const content = await hashFile(upload.path)
    // Null if another process discards the content in between: then it is stored once more.
    const attempt = async () =>
      recordUpload(kind, content, upload, await readOrStore(kind, content, upload, storeFile))
    try {
      return (await attempt()) ?? (await attempt()) ?? fail(overloaded())
    } catch (error) {
      // If this fails as well, `check` still finds the files.
      if (isOutOfStorage(error)) await discard(kind, content).catch(() => undefined)
      throw error
    }
  }

  /** Stores the file, unless its content is already known and complete. */
  async function readOrStore(
    kind: MediaKind,
    content: string,
    { path }: Upload,
    storeFile: typeof storePicture,
  ) {
    const [known] = await mediaStore(db).findContent(kind, content)
    return known && (await isComplete(kind, content)) ? known : storeFile(content, path)
  }

  /** Adds the row; null if another process has discarded the content since, with its last item. */
  const recordUpload = (
    kind: MediaKind,
    content: string,
    { fileName: name, bytes }: Upload,
    { mime, width, height, dhash }: MediaFacts,
  ): Promise<AcceptedMedia | null> =>
    withLock(content, async (store) => {
      if (!(await media.find(getOriginalKey(content)))) return null
      const fileName = toDisplayName(name, fallbackNames[kind])
      const rows = await store.findContent(kind, content)
      const existing = rows.find((row) => row.file_name === fileName)
      const row = {
        kind,
        name: content,
        mime,
        width,
        height,
        dhash,
        bytes,
        file_name: fileName,
        created_at: instant(clock),
      }
      const { id } = existing ?? (await store.add(row))
      return { id, content, fileName, likeness: dhash }
    })

  return {
    storePicture: (upload: Upload) => storeUpload('picture', upload, storePicture),
    storeRecording: (upload: Upload) => storeUpload('recording', upload, storeRecording),
    discard,
  }
}

export type MediaUploadService = ReturnType<typeof mediaUploadService>

const isOutOfStorage = (error: unknown): boolean =>
  isDiskFullError(error) || (error instanceof MediaStoreError && error.problem === 'full')

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

function rejectPicture(error: unknown): never {
  throw error instanceof PictureRejected ? invalid('image', refusals[error.reason]) : error
}
