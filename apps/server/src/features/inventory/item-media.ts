import type { Db } from '../../db/tables.ts'
import { fail, missing } from '../../failure.ts'
import type { Actor } from '../../http/actor.ts'
import type { Finished } from '../../http/finished.ts'
import type { Upload } from '../../http/upload.ts'
import type { MediaAcceptance, MediaReading, PrintSize } from '../media/index.ts'
import { noSuchItem } from './edit.ts'
import type { ItemService } from './items.ts'
import { itemStore } from './store.ts'
import { itemMediaStore } from './store-media.ts'
import { shortName } from './view.ts'

interface Parts {
  readonly db: Db
  readonly items: ItemService
  readonly acceptance: MediaAcceptance
  readonly reading: MediaReading
}

/** The pictures and recordings of items. */
export const itemMedia = ({ db, items, acceptance, reading }: Parts) => {
  const shown = itemMediaStore(db)

  // Asked before anything is read or kept: most of the work would be in vain.
  async function expectItem(itemId: number): Promise<void> {
    if (!(await itemStore(db).exists(itemId))) throw noSuchItem()
  }

  async function pictureOf(itemId: number): Promise<string> {
    return (await shown.picture(itemId))?.name ?? fail(missing('This item has no picture.'))
  }

  async function recordingOf(itemId: number): Promise<string> {
    return (await shown.recording(itemId))?.name ?? fail(missing('This item has no recording.'))
  }

  return {
    async givePicture(actor: Actor, itemId: number, upload: Upload): Promise<{ version: number }> {
      await expectItem(itemId)
      const { id } = await acceptance.picture(upload)
      return items.setPicture(actor, itemId, id)
    },

    async giveRecording(actor: Actor, itemId: number, upload: Upload): Promise<{ version: number }> {
      await expectItem(itemId)
      return items.setRecording(actor, itemId, await acceptance.recording(upload))
    },

    async picture(itemId: number, asked: string | undefined) {
      const content = await pictureOf(itemId)
      return reading.screenPicture(content, cacheFor(content, asked))
    },

    async medium(itemId: number, asked: string | undefined) {
      const content = await pictureOf(itemId)
      return reading.mediumPicture(content, cacheFor(content, asked))
    },

    async thumbnail(itemId: number, asked: string | undefined) {
      const content = await pictureOf(itemId)
      return reading.thumbnail(content, cacheFor(content, asked))
    },

    /** A picture as JPEG, for paper, by the name that an item's details give; null when there is none any more. */
    async printPicture(name: string, size: PrintSize): Promise<Buffer | null> {
      const content = (await shown.pictureNamed(name))?.name
      return content === undefined ? null : reading.printPicture(content, size)
    },

    async recording(itemId: number, asked: string | undefined) {
      const content = await recordingOf(itemId)
      return reading.recording(content, cacheFor(content, asked))
    },
  }
}

export type ItemMedia = ReturnType<typeof itemMedia>

/** An address that names this very content will never show another. */
const cacheFor = (content: string, asked: string | undefined): Finished['cache'] =>
  asked === shortName(content) ? 'forever' : 'ask'
