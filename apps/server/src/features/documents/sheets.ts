import { createHash } from 'node:crypto'
import { type ItemType, type PaperLanguages, paperKindOf } from '@vitrine/contract'
import type { PaperPicture } from '../../adapters/pdf/papers.ts'
import type { Clock } from '../../base/clock.ts'
import { conflict } from '../../base/failure.ts'
import { type Config, imprintOf } from '../../config/config.ts'
import type { VisitorService } from '../factsheets/index.ts'
import type { ItemMedia } from '../inventory/index.ts'
import { edition } from './edition.ts'
import { anotherName, kindOf, pictureName } from './paper.ts'
import type { Sheet } from './sheet.ts'
import { sheetOf } from './sheet-of.ts'

interface Parts {
  readonly visitors: VisitorService
  readonly media: ItemMedia
  readonly clock: Clock
  readonly publicUrl: () => string
  readonly config: Pick<Config, 'foundation'>
}

type PictureSize = Parameters<ItemMedia['printPicture']>[1]

/** What papers show, as it is now. */
export const sheetSource = ({ visitors, media, clock, publicUrl, config }: Parts) => ({
  imprint: () => imprintOf(config.foundation, clock),

  /** By the number in the public address; whatever visitors may not see is not there. */
  async one(type: ItemType, number: number, languages: PaperLanguages): Promise<Sheet> {
    return sheetOf(await visitors.details(number, type), await visitors.definitions(type), publicUrl(), languages)
  },

  /** By its id, shown to visitors or not yet. */
  async preview(id: number, languages: PaperLanguages): Promise<Sheet> {
    const item = await visitors.preview(id)
    return sheetOf(item, await visitors.definitions(item.type_name), publicUrl(), languages)
  },

  count: visitors.count,

  async all(type: ItemType, languages: PaperLanguages): Promise<Sheet[]> {
    const definitions = await visitors.definitions(type)
    return (await visitors.all(type)).map((item) => sheetOf(item, definitions, publicUrl(), languages))
  },

  /** Of these ids those that there are, shown to visitors or not yet. */
  async previews(type: ItemType, ids: readonly number[], languages: PaperLanguages): Promise<Sheet[]> {
    const definitions = await visitors.definitions(type)
    return (await visitors.previews(type, ids)).map((item) => sheetOf(item, definitions, publicUrl(), languages))
  },

  /**
   * The pictures of sheets one by one, as they were when the sheets were made; a pale field for those that the store does
   * not have, of which `onLost` tells.
   */
  async *pictures(sheets: readonly Sheet[], size: PictureSize, onLost: () => void): AsyncGenerator<PaperPicture> {
    for (const sheet of sheets) {
      for (const { name, picture, isSmall } of picturesOn(sheet)) {
        const jpeg = await media.printPicture(picture.name, isSmall ? 'medium' : size)
        if (!jpeg) onLost()
        yield { name, jpeg, width: picture.width, height: picture.height }
      }
    }
  },
})

/** Those that its paper may show, by their names there. */
export function picturesOn(sheet: Sheet) {
  const { type, picture, another } = sheet
  return [
    ...(picture ? [{ name: pictureName(sheet), picture, isSmall: false }] : []),
    ...(another && kindOf(type).hasAnother ? [{ name: anotherName(sheet), picture: another, isSmall: true }] : []),
  ]
}

export const itemsMissing = () =>
  conflict('Some of these items no longer exist. Please reload the list and choose again.')

export type SheetSource = ReturnType<typeof sheetSource>

/** The cache key of a paper: its content and the edition. */
export const paperKey = (...shown: unknown[]): string =>
  createHash('sha256').update(edition()).update(JSON.stringify(shown)).digest('base64url').slice(0, 32)

/** What a file is called that a person saves: without characters that file systems reject. */
export const fileName = (subject: string, paper: string): string =>
  `${subject
    .replaceAll(/[\p{Cc}\p{Cf}"*/:<>?\\|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 80)} – ${paper}.pdf`

export const paperName = (type: ItemType): string => paperKindOf(type).name
