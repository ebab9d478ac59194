import {
  type ItemType,
  noteColumns,
  type PictureColumn,
  pictureColumns,
  type TranslationColumn,
  textColumns,
  translatedFields,
  translationColumns,
} from '@vitrine/contract'
import { type ItemState, originalLanguage, type StatePicture } from '../../../db/items.ts'
import type { Db } from '../../../db/tables.ts'
import { attributesOf } from '../../attributes/index.ts'
import { itemStore } from '../store.ts'

/** The columns of a CSV file of items: texts, attributes, then what was not there in the first versions. */
export interface ItemCsvColumns {
  readonly headings: readonly string[]
  readonly attributes: readonly string[]
  readonly translations: readonly TranslationColumn[]
  readonly pictures: readonly PictureColumn[]
}

export async function csvColumnsOf(db: Db, type: ItemType): Promise<ItemCsvColumns> {
  const defined = await attributesOf(db, type)
  const active = defined.filter(({ retired }) => !retired).map(({ tag_key }) => tag_key)
  const attributes = [...new Set([...active, ...(await itemStore(db).usedTagKeys(type))])]
  const isFree = (column: string) => !attributes.includes(column)
  const fields = translatedFields(defined)
  const translations = translationColumns(fields).filter(({ column }) => isFree(column))
  const pictures = pictureColumns.filter(isFree)
  const headings = [
    ...textColumns,
    ...attributes,
    ...noteColumns.filter(isFree),
    ...translations.map(({ column }) => column),
    ...pictures,
  ]
  return { headings, attributes, translations, pictures }
}

const pictureValues: Record<PictureColumn, (picture: StatePicture) => string> = {
  picture_credit: ({ credit }) => credit,
  picture_licence: ({ licence }) => licence,
  picture_alt_fr: ({ alt }) => alt.fr,
  picture_alt_de: ({ alt }) => alt.de,
  picture_alt_en: ({ alt }) => alt.en,
}

/** What an item says in each of these columns. */
export function csvValuesOf(state: ItemState, known: ItemCsvColumns): Map<string, string> {
  const [picture] = state.pictures
  return new Map([
    ...known.pictures.map((column) => [column, picture ? pictureValues[column](picture) : ''] as const),
    ...known.translations.map(({ column, field, lang }) => [column, state.texts[lang]?.[field]?.text ?? ''] as const),
    ['language', originalLanguage(state)],
    ['note', state.note],
    ...Object.entries(state.tags),
    ...textColumns.map((column) => [column, state[column]] as const),
  ])
}
