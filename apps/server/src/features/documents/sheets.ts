import { createHash } from 'node:crypto'
import {
  type Attribute,
  type AttributeRow,
  altIn,
  type ItemType,
  inLanguage,
  type LabelLanguage,
  licences,
  type PaperLanguages,
  type PublicPicture,
  paperKindOf,
  publicRows,
  readRows,
  typeset,
  withProduction,
} from '@vitrine/contract'
import { languageByCode, pictureRights, printedValue, textNotes } from '@vitrine/pages'
import type { PaperPicture } from '../../adapters/pdf/papers.ts'
import { conflict } from '../../base/failure.ts'
import { toImprint } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { itemUrl, type VisitorItem, visitorItemReader } from '../factsheets/index.ts'
import { type ItemMediaService, itemMediaService } from '../items/index.ts'
import { edition } from './edition.ts'
import { coverName, getPaperSpec, secondPictureName } from './paper.ts'
import type { Sheet, SheetPicture } from './sheet.ts'

type PictureSize = Parameters<ItemMediaService['printPicture']>[1]

/** What papers show, as it is now. */
export const sheetReader = ({ clock, publicUrl, config, get }: Context) => {
  const [visitors, media] = [get(visitorItemReader), get(itemMediaService)]
  return {
    imprint: () => toImprint(config.foundation, clock),

    /** By the number in the public address; whatever visitors may not see is not there. */
    async read(type: ItemType, number: number, languages: PaperLanguages): Promise<Sheet> {
      return toSheet(
        await visitors.details(number, type),
        await visitors.definitions(type),
        publicUrl(),
        languages,
      )
    },

    /** By its id, shown to visitors or not yet. */
    async readPreview(id: number, languages: PaperLanguages): Promise<Sheet> {
      const item = await visitors.getPreview(id)
      const sheet = toSheet(
        item,
        await visitors.definitions(item.type_name),
        publicUrl(),
        languages,
      )
      return { ...sheet, isPreview: true }
    },

    count: visitors.countPublic,

    async listPublic(type: ItemType, languages: PaperLanguages): Promise<Sheet[]> {
      const definitions = await visitors.definitions(type)
      return (await visitors.listPublic(type)).map((item) =>
        toSheet(item, definitions, publicUrl(), languages),
      )
    },

    /** Of these ids those that there are, shown to visitors or not yet. */
    async listPreviews(
      type: ItemType,
      ids: readonly number[],
      languages: PaperLanguages,
    ): Promise<Sheet[]> {
      const definitions = await visitors.definitions(type)
      return (await visitors.listPreviews(type, ids)).map((item) =>
        toSheet(item, definitions, publicUrl(), languages),
      )
    },

    /**
     * The pictures of sheets one by one, as they were when the sheets were made; a pale field for those that the store does
     * not have, of which `onLost` tells.
     */
    async *readPictures(
      sheets: readonly Sheet[],
      size: PictureSize,
      onLost: () => void,
    ): AsyncGenerator<PaperPicture> {
      for (const sheet of sheets) {
        for (const { name, picture, isSmall } of listSheetPictures(sheet)) {
          const jpeg = await media.printPicture(picture.name, isSmall ? 'medium' : size)
          if (!jpeg) onLost()
          yield { name, jpeg, width: picture.width, height: picture.height }
        }
      }
    },
  }
}

export type SheetReader = ReturnType<typeof sheetReader>

/** Those that its paper may show, by their names there. */
export function listSheetPictures(sheet: Sheet) {
  const { type, picture, another } = sheet
  return [
    ...(picture ? [{ name: coverName(sheet), picture, isSmall: false }] : []),
    ...(another && getPaperSpec(type).hasAnother
      ? [{ name: secondPictureName(sheet), picture: another, isSmall: true }]
      : []),
  ]
}

export const itemsNotFound = () =>
  conflict('Some of these items no longer exist. Please reload the list and choose again.')

/** The cache key of a paper: its content and the edition. */
export const paperCacheKey = (...shown: unknown[]): string =>
  createHash('sha256')
    .update(edition())
    .update(JSON.stringify(shown))
    .digest('base64url')
    .slice(0, 32)

/** What a file is called that a person saves: without characters that file systems reject. */
export const pdfFileName = (subject: string, paper: string): string =>
  `${subject
    .replaceAll(/[\p{Cc}\p{Cf}"*/:<>?\\|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 80)} – ${paper}.pdf`

export const paperName = (type: ItemType): string => paperKindOf(type).name

// Apart from what the process that sets papers loads: it would start with all of the server.

/** `catalogue` holds the attributes of the item's type that visitors see. */
function toSheet(
  item: VisitorItem,
  catalogue: readonly Attribute[],
  site: string,
  [lang, otherLang]: PaperLanguages,
): Sheet {
  const sheet = toSheetInLanguage(item, catalogue, site, lang)
  if (!otherLang) return sheet
  const other = toSheetInLanguage(item, catalogue, site, otherLang)
  // Where one of them is missing, both are the original.
  if (other.description === sheet.description)
    return { ...sheet, notes: sheet.notes.length > 0 ? sheet.notes : other.notes }
  return {
    ...sheet,
    name: joinTranslations(sheet.name, other.name),
    // A title that one of the names says already is not said again.
    rows: sheet.rows
      .filter(({ isOriginal, value }) => !isOriginal || value !== other.name)
      .map((row) => joinRow(row, other.rows)),
    musicRows: sheet.musicRows.map((row) => joinRow(row, other.musicRows)),
    notes: [...sheet.notes, ...other.notes],
    second: {
      description: other.description,
      language: other.language,
      without: { ...sheet, notes: [...sheet.notes, languageByCode(otherLang)] },
    },
  }
}

function toSheetInLanguage(
  item: VisitorItem,
  catalogue: readonly Attribute[],
  site: string,
  lang?: LabelLanguage,
): Sheet {
  const { id, type_name: type } = item
  const [picture = null, ...others] = item.pictures
  const spoken = lang ?? (item.language || 'en')
  const shown = ({ name, width, height, alt, credit, licence }: PublicPicture): SheetPicture => ({
    name,
    width,
    height,
    alt: altIn(alt, spoken)?.text ?? '',
    rights: pictureRights(spoken, credit, licence && licences[licence].label),
  })
  const another = others.find(({ kind }) => kind === 'view' || kind === 'detail')
  const read = lang && inLanguage(item, lang, catalogue)
  const { name, description, tags } = read ?? {
    name: typeset(item.name, item.language),
    description: typeset(item.description, item.language),
    tags: item.tags,
  }
  const { rows, musicRows } = read
    ? readRows(item, read, lang, catalogue)
    : publicRows(catalogue, tags)
  const printed = (row: AttributeRow): AttributeRow => ({
    ...row,
    value: read ? printedValue(row, { ...read, lang }) : typeset(row.value, item.language),
  })
  return {
    id,
    type,
    identifier: item.identifier,
    name,
    description,
    language: read ? (read.languages.description ?? '') : item.language,
    ...(lang && { lang }),
    rows: (lang ? withProduction(rows, lang) : rows).map(printed),
    musicRows: musicRows.map(printed),
    hasRecording: Boolean(item.recording ?? item.tags.mp3),
    notes: read ? textNotes(read, lang) : [],
    url: itemUrl(site, type, id),
    picture: picture && shown(picture),
    another: another ? shown(another) : null,
  }
}

// A paragraph is not set twice in the room of a line.
const maxJoinedLength = 60

const joinTranslations = (one: string, other: string): string =>
  other === '' || one === other || one.length + other.length > maxJoinedLength
    ? one
    : `${one} / ${other}`

function joinRow(row: AttributeRow, others: readonly AttributeRow[]): AttributeRow {
  const other = others.find(({ key }) => key === row.key) ?? row
  return {
    ...row,
    label: joinTranslations(row.label, other.label),
    value: joinTranslations(row.value, other.value),
  }
}
