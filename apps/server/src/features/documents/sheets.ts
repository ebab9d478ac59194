import { createHash } from 'node:crypto'
import {
  type Attribute,
  type AttributeRow,
  buildPublicRows,
  findAltText,
  getPaperKind,
  type ItemType,
  type LabelLanguage,
  licences,
  localiseItem,
  localiseRows,
  mergeProductionYears,
  type PaperLanguages,
  type PublicPicture,
  typeset,
} from '@vitrine/contract'
import {
  formatLanguageByCodeNote,
  formatPictureRights,
  listTextNotes,
  typesetRowValue,
} from '@vitrine/pages'
import type { PaperPicture } from '../../adapters/pdf/papers.ts'
import { conflict } from '../../base/failure.ts'
import { toImprint } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { itemUrl, type VisitorItem, visitorItemReader } from '../factsheets/index.ts'
import { type ItemMediaService, itemMediaService } from '../items/index.ts'
import { getPaperEdition } from './edition.ts'
import { getPaperSpec, toCoverName, toSecondPictureName } from './paper.ts'
import type { Sheet, SheetPicture } from './sheet.ts'

type PictureSize = Parameters<ItemMediaService['printPicture']>[1]

/** Reads the content of papers from the current data. */
export const sheetReader = ({ clock, publicUrl, config, get }: Context) => {
  const [visitors, media] = [get(visitorItemReader), get(itemMediaService)]
  return {
    imprint: () => toImprint(config.foundation, clock),

    /** Reads a public item by the number in its address. */
    async read(type: ItemType, number: number, languages: PaperLanguages): Promise<Sheet> {
      return toSheet(
        await visitors.getByNumber(type, number),
        await visitors.listAttributes(type),
        publicUrl(),
        languages,
      )
    },

    /** Reads an item by id, public or not. */
    async readPreview(id: number, languages: PaperLanguages): Promise<Sheet> {
      const item = await visitors.getPreview(id)
      const sheet = toSheet(
        item,
        await visitors.listAttributes(item.type_name),
        publicUrl(),
        languages,
      )
      return { ...sheet, isPreview: true }
    },

    count: visitors.countPublic,

    async listPublic(type: ItemType, languages: PaperLanguages): Promise<Sheet[]> {
      const definitions = await visitors.listAttributes(type)
      return (await visitors.listPublic(type)).map((item) =>
        toSheet(item, definitions, publicUrl(), languages),
      )
    },

    /** Reads the items with these ids, public or not; skips ids that do not exist. */
    async listPreviews(
      type: ItemType,
      ids: readonly number[],
      languages: PaperLanguages,
    ): Promise<Sheet[]> {
      const definitions = await visitors.listAttributes(type)
      return (await visitors.listPreviews(type, ids)).map((item) =>
        toSheet(item, definitions, publicUrl(), languages),
      )
    },

    /**
     * Reads the sheets' pictures one by one. A missing file becomes an empty field; then `onLost`
     * is called.
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

/** Lists the pictures that a sheet's paper may show, with their names in the template. */
export function listSheetPictures(sheet: Sheet) {
  const { type, picture, secondPicture } = sheet
  const pictures: { name: string; picture: SheetPicture; isSmall: boolean }[] = []
  if (picture) pictures.push({ name: toCoverName(sheet), picture, isSmall: false })
  if (secondPicture && getPaperSpec(type).hasSecondPicture)
    pictures.push({ name: toSecondPictureName(sheet), picture: secondPicture, isSmall: true })
  return pictures
}

export const createItemsGoneFailure = () =>
  conflict('Some of these items no longer exist. Please reload the list and choose again.')

// In characters of Base64, so 192 bits.
const cacheKeyLength = 32

/** The cache key of a paper: a hash of its content and of the edition. */
export const toPaperCacheKey = (...content: unknown[]): string =>
  createHash('sha256')
    .update(getPaperEdition())
    .update(JSON.stringify(content))
    .digest('base64url')
    .slice(0, cacheKeyLength)

// In characters.
const maxSubjectLength = 80

/** Builds a file name without characters that file systems reject. */
export const toPdfFileName = (subject: string, paper: string): string =>
  `${subject
    .replaceAll(/[\p{Cc}\p{Cf}"*/:<>?\\|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxSubjectLength)} – ${paper}.pdf`

export const getPaperName = (type: ItemType): string => getPaperKind(type).name

/**
 * Builds the content of an item's paper in one language or two; `catalogue` has the attributes of
 * its type that visitors see. This is not in `sheet.ts`, because the process that renders papers
 * loads that file, and the imports of this one would load most of the server.
 */
function toSheet(
  item: VisitorItem,
  catalogue: readonly Attribute[],
  site: string,
  [lang, otherLang]: PaperLanguages,
): Sheet {
  const sheet = toSheetInLanguage(item, catalogue, site, lang)
  if (!otherLang) return sheet
  const otherSheet = toSheetInLanguage(item, catalogue, site, otherLang)
  // If a translation is missing, both texts are the original.
  if (otherSheet.description === sheet.description)
    return { ...sheet, notes: sheet.notes.length > 0 ? sheet.notes : otherSheet.notes }
  return {
    ...sheet,
    name: joinTranslations(sheet.name, otherSheet.name),
    // Leaves out a title that equals the name in the other language.
    rows: sheet.rows
      .filter(({ isOriginal, value }) => !isOriginal || value !== otherSheet.name)
      .map((row) => joinRow(row, otherSheet.rows)),
    musicRows: sheet.musicRows.map((row) => joinRow(row, otherSheet.musicRows)),
    notes: [...sheet.notes, ...otherSheet.notes],
    second: {
      description: otherSheet.description,
      language: otherSheet.language,
      inFirstLanguage: { ...sheet, notes: [...sheet.notes, formatLanguageByCodeNote(otherLang)] },
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
  const textLanguage = lang ?? (item.language || 'en')
  const secondPicture = others.find(({ kind }) => kind === 'view' || kind === 'detail')
  const translated = lang && localiseItem(item, lang, catalogue)
  const { name, description, tags } = translated ?? {
    name: typeset(item.name, item.language),
    description: typeset(item.description, item.language),
    tags: item.tags,
  }
  const { rows, musicRows } = translated
    ? localiseRows(item, translated, lang, catalogue)
    : buildPublicRows(catalogue, tags)
  const toPrintedRow = (row: AttributeRow): AttributeRow => ({
    ...row,
    value: translated
      ? typesetRowValue(row, { ...translated, lang })
      : typeset(row.value, item.language),
  })
  return {
    id,
    type,
    identifier: item.identifier,
    name,
    description,
    language: translated ? (translated.languages.description ?? '') : item.language,
    ...(lang && { lang }),
    rows: (lang ? mergeProductionYears(rows, lang) : rows).map(toPrintedRow),
    musicRows: musicRows.map(toPrintedRow),
    hasRecording: Boolean(item.recording ?? item.tags.mp3),
    notes: translated ? listTextNotes(translated, lang) : [],
    url: itemUrl(site, type, id),
    picture: picture && toSheetPicture(picture, textLanguage),
    secondPicture: secondPicture ? toSheetPicture(secondPicture, textLanguage) : null,
  }
}

const toSheetPicture = (
  { name, width, height, alt, credit, licence }: PublicPicture,
  lang: LabelLanguage,
): SheetPicture => ({
  name,
  width,
  height,
  alt: findAltText(alt, lang)?.text ?? '',
  rights: formatPictureRights(lang, credit, licence && licences[licence].label),
})

// In characters of both languages; longer values are printed in the first language only.
const maxJoinedLength = 60

const joinTranslations = (first: string, second: string): string =>
  second === '' || first === second || first.length + second.length > maxJoinedLength
    ? first
    : `${first} / ${second}`

function joinRow(row: AttributeRow, otherRows: readonly AttributeRow[]): AttributeRow {
  const other = otherRows.find(({ key }) => key === row.key) ?? row
  return {
    ...row,
    label: joinTranslations(row.label, other.label),
    value: joinTranslations(row.value, other.value),
  }
}
