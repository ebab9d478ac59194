import { newPictureWords, type PictureKind, PictureName } from '@vitrine/contract'
import { Failure, fail, notFound } from '../../../base/failure.ts'
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

/** The pictures and recordings of items. */
export const itemMediaService = ({ db, get }: Context) => {
  const [items, edits] = [get(itemReader), get(itemEditService)]
  const [acceptance, reading] = [get(mediaUploadService), get(mediaReader)]
  const shown = itemMediaStore(db)

  /** A withdrawn or archived item is for staff only; to others it looks as if it did not exist. */
  async function shownTo(
    { content, mayReadWithdrawn }: Asked,
    found: MediaVisibility | undefined,
    none: string,
  ) {
    if (!found || (!isShown(found) && !(await mayReadWithdrawn()))) throw notFound(none)
    return { content: found.name, cache: cacheFor(found, content) }
  }

  /** The one that the address names, if the asker may see it; else the first that they may see. */
  async function pictureFor(itemId: number, asked: Asked) {
    const named = isName(asked.content) ? await shown.pictureOf(itemId, asked.content) : undefined
    const first = named ?? (await shown.picture(itemId, 'all'))
    const isHidden =
      first && isShown(first) && first.shown === 0 && !(await asked.mayReadWithdrawn())
    const found = isHidden ? await shown.picture(itemId, 'public') : first
    return shownTo(asked, found, 'This item has no picture.')
  }

  return {
    async addPicture(
      actor: Actor,
      place: 'first' | 'last',
      { itemId, kind = newPictureWords.kind }: Target,
      upload: Upload,
    ) {
      // Before the upload is processed.
      await items.requireExisting(itemId)
      requireRoomForPicture((await itemReadStore(db).picturesOf(itemId)).length)
      const media = await acceptance.picture(upload)
      const added = await edits.addPicture(actor, place, { itemId, kind, media })
      return {
        ...added,
        alike: await shown.alike(itemId, media.content, createLikenessTest(media.likeness)),
      }
    },

    async giveRecording(
      actor: Actor,
      itemId: number,
      upload: Upload,
    ): Promise<{ version: number }> {
      await items.requireExisting(itemId)
      return edits.setRecording(actor, itemId, await acceptance.recording(upload))
    },

    async picture(itemId: number, asked: Asked) {
      const { content, cache } = await pictureFor(itemId, asked)
      return reading.screenPicture(content, cache)
    },

    async medium(itemId: number, asked: Asked) {
      const { content, cache } = await pictureFor(itemId, asked)
      return reading.mediumPicture(content, cache)
    },

    async thumbnail(itemId: number, asked: Asked) {
      const { content, cache } = await pictureFor(itemId, asked)
      return reading.thumbnail(content, cache)
    },

    /** A picture that some item has or had, by the name that its history gives. */
    async earlier(name: string, mayReadWithdrawn: boolean) {
      const found = mayReadWithdrawn ? await shown.pictureNamed(name) : undefined
      if (!found) throw notFound('There is no such picture.')
      return reading.thumbnail(found.name, 'ask')
    },

    /** A picture as JPEG, for paper, by the name that an item's details give; null when there is none any more. */
    async printPicture(name: string, size: PrintSize): Promise<Buffer | null> {
      const content = (await shown.pictureNamed(name))?.name
      return content === undefined ? null : reading.printPicture(content, size)
    },

    /** One of an item's pictures, as large as a model needs it to see what it shows. */
    async pictureToDescribe(
      itemId: number,
      name: string,
    ): Promise<{ jpeg: Buffer; title: string }> {
      const { name: title, pictures } = await items.get(itemId)
      const picture =
        pictures.find((one) => one.name === name) ?? fail(notFound('There is no such picture.'))
      if (!picture.public) throw new Failure('invalid', notForProvider)
      const found = await shown.pictureNamed(name)
      const jpeg = found
        ? await reading.printPicture(found.name, 'medium')
        : fail(notFound('There is no such picture.'))
      return { jpeg: jpeg ?? fail(notFound('This file is missing.')), title }
    },

    async recording(itemId: number, asked: Asked) {
      const found = await shown.recording(itemId)
      const { content, cache } = await shownTo(asked, found, 'This item has no recording.')
      return reading.recording(content, cache)
    },
  }
}

// What staff alone may see is not in public answers.
const notForProvider =
  'This picture is for staff only, so it is not sent to the AI provider. Please type the text, or show it to visitors first.'

export type ItemMediaService = ReturnType<typeof itemMediaService>

interface Target {
  readonly itemId: number
  readonly kind?: PictureKind | undefined
}

interface Asked {
  /** The content that the address names. */
  readonly content: string | undefined
  readonly mayReadWithdrawn: () => Promise<boolean>
}

interface MediaVisibility {
  readonly name: string
  /** Of the item, as the next one. */
  readonly public: 0 | 1
  readonly archived_at: string | null
  /** Whether visitors see this picture of an item that they see. */
  readonly shown?: 0 | 1
}

const isName = (content: string | undefined): content is string =>
  PictureName.safeParse(content).success

const isShown = ({ public: isPublic, archived_at }: MediaVisibility): boolean =>
  isPublic === 1 && archived_at === null

/** An address with the current content hash can be cached; media that visitors don’t see never are by shared caches. */
const cacheFor = (found: MediaVisibility, asked: string | undefined): FinishedAnswer['cache'] =>
  isShown(found) && found.shown !== 0 && asked === shortMediaName(found.name) ? 'visible' : 'ask'
