import {
  defaultPictureMetadata,
  type PictureKind,
  PictureName,
  type PictureSize,
} from '@vitrine/contract'
import { Failure, notFound } from '../../../base/failure.ts'
import type { Context } from '../../../context.ts'
import type { Actor } from '../../../http/access.ts'
import type { FinishedAnswer } from '../../../http/finished.ts'
import type { Upload } from '../../../http/upload.ts'
import {
  createLikenessTest,
  mediaReader,
  mediaUploadService,
  type PrintSize,
} from '../../media/index.ts'
import { itemEditService } from '../edits.ts'
import { itemReader, shortMediaName } from '../read.ts'
import { itemReadStore } from '../store-read.ts'
import { requireRoomForPicture } from './pictures.ts'
import { itemMediaStore } from './store-media.ts'

/** Adds and serves the pictures and recordings of items. */
export const itemMediaService = ({ db, get }: Context) => {
  const items = get(itemReader)
  const edits = get(itemEditService)
  const uploads = get(mediaUploadService)
  const files = get(mediaReader)
  const store = itemMediaStore(db)

  /** Fails for media that the caller may not see, as if they did not exist. */
  async function requireVisible(
    { content, mayReadWithdrawn }: MediaRequest,
    media: MediaRow | undefined,
    notFoundMessage: string,
  ) {
    if (!media || (!isItemPublic(media) && !(await mayReadWithdrawn())))
      throw notFound(notFoundMessage)
    return { content: media.name, cache: chooseCache(media, content) }
  }

  /**
   * Finds the picture named in the address; if the caller may not see it, the first one that they
   * may.
   */
  async function findPicture(itemId: number, request: MediaRequest) {
    const namedPicture = isPictureName(request.content)
      ? await store.findNamedPicture(itemId, request.content)
      : undefined
    const preferred = namedPicture ?? (await store.findFirstPicture(itemId, 'all'))
    const isStaffPicture = preferred && isItemPublic(preferred) && preferred.shown === 0
    const isHidden = isStaffPicture && !(await request.mayReadWithdrawn())
    const picture = isHidden ? await store.findFirstPicture(itemId, 'public') : preferred
    return requireVisible(request, picture, 'This item has no picture.')
  }

  return {
    async addPicture(
      actor: Actor,
      position: 'first' | 'last',
      { itemId, kind = defaultPictureMetadata.kind }: PictureTarget,
      upload: Upload,
    ) {
      // Checked before the upload is processed, which takes seconds.
      await items.requireExisting(itemId)
      requireRoomForPicture((await itemReadStore(db).listPictures(itemId)).length)
      const media = await uploads.storePicture(upload)
      const added = await edits.addPicture(actor, position, { itemId, kind, media })
      return {
        ...added,
        alike: await store.listSimilar(itemId, media.content, createLikenessTest(media.likeness)),
      }
    },

    async setRecording(actor: Actor, itemId: number, upload: Upload): Promise<{ version: number }> {
      await items.requireExisting(itemId)
      return edits.setRecording(actor, itemId, await uploads.storeRecording(upload))
    },

    async getPicture(itemId: number, request: MediaRequest) {
      const { content, cache } = await findPicture(itemId, request)
      return files.screenPicture(content, cache)
    },

    async getMedium(itemId: number, request: MediaRequest) {
      const { content, cache } = await findPicture(itemId, request)
      return files.mediumPicture(content, cache)
    },

    async getThumbnail(itemId: number, request: MediaRequest) {
      const { content, cache } = await findPicture(itemId, request)
      return files.thumbnail(content, cache)
    },

    /** Reads a picture that a record has or had, as named in its history. */
    async getEarlierPicture(name: string, size: PictureSize, mayReadWithdrawn: boolean) {
      const picture = mayReadWithdrawn ? await store.findPicture(name) : undefined
      if (!picture) throw notFound('There is no such picture.')
      return files[pictureReaders[size]](picture.name, 'revalidate')
    },

    /**
     * Reads a picture as JPEG for papers, named as in an item's details; null if it no longer
     * exists.
     */
    async printPicture(name: string, size: PrintSize): Promise<Buffer | null> {
      const content = (await store.findPicture(name))?.name
      return content === undefined ? null : files.printPicture(content, size)
    },

    /** Reads a public picture as JPEG, in a size that suffices for a model to describe it. */
    async getPictureToDescribe(
      itemId: number,
      name: string,
    ): Promise<{ jpeg: Buffer; title: string }> {
      const { name: title, pictures } = await items.get(itemId)
      const picture = pictures.find((candidate) => candidate.name === name)
      if (!picture) throw notFound('There is no such picture.')
      if (!picture.public) throw new Failure('invalid', staffPictureMessage)

      const stored = await store.findPicture(name)
      if (!stored) throw notFound('There is no such picture.')
      const jpeg = await files.printPicture(stored.name, 'medium')
      if (!jpeg) throw notFound('This file is missing.')
      return { jpeg, title }
    },

    async getRecording(itemId: number, request: MediaRequest) {
      const recording = await store.findRecording(itemId)
      const { content, cache } = await requireVisible(
        request,
        recording,
        'This item has no recording.',
      )
      return files.recording(content, cache)
    },
  }
}

/** The method of the media reader for each size. */
const pictureReaders = {
  thumbnail: 'thumbnail',
  medium: 'mediumPicture',
  screen: 'screenPicture',
} as const satisfies Record<PictureSize, string>

const staffPictureMessage =
  'This picture is for staff only, so it is not sent to the AI provider. Please type the text, or show it to visitors first.'

export type ItemMediaService = ReturnType<typeof itemMediaService>

interface PictureTarget {
  readonly itemId: number
  readonly kind?: PictureKind | undefined
}

interface MediaRequest {
  /** The short content hash in the address. */
  readonly content: string | undefined
  readonly mayReadWithdrawn: () => Promise<boolean>
}

interface MediaRow {
  /** Content hash. */
  readonly name: string
  /** Whether the item is public. */
  readonly public: 0 | 1
  /** When the item was archived. */
  readonly archived_at: string | null
  /** Whether the picture is public, if its item is; undefined for a recording. */
  readonly shown?: 0 | 1
}

const isPictureName = (content: string | undefined): content is string =>
  PictureName.safeParse(content).success

const isItemPublic = ({ public: isPublic, archived_at }: MediaRow): boolean =>
  isPublic === 1 && archived_at === null

/**
 * Shared caches may keep public media under an address with the current content hash. All others
 * are revalidated.
 */
const chooseCache = (
  media: MediaRow,
  requestedContent: string | undefined,
): FinishedAnswer['cache'] => {
  const isVisible = isItemPublic(media) && media.shown !== 0
  return isVisible && requestedContent === shortMediaName(media.name) ? 'revocable' : 'revalidate'
}
