import {
  type ItemTexts,
  type ItemType,
  noteColumns,
  type PictureColumn,
  pictureColumns,
  type TranslationColumn,
  textColumns,
  translatedFields,
  translationColumns,
} from '@vitrine/contract'
import type { Db, Tables } from '../../../db/tables.ts'
import { attributeStore, toAttribute } from '../../attributes/index.ts'
import { originalLanguage } from '../state.ts'
import { itemStore } from '../store.ts'

/** The columns of a CSV file of items: texts, attributes, then what was not there in the first versions. */
export interface ItemCsvColumns {
  readonly headings: readonly string[]
  readonly attributes: readonly string[]
  readonly translations: readonly TranslationColumn[]
  readonly pictures: readonly PictureColumn[]
}

export async function csvColumnsOf(db: Db, type: ItemType): Promise<ItemCsvColumns> {
  const attributes = await itemStore(db).knownTagKeys(type)
  const isFree = (column: string) => !attributes.includes(column)
  const fields = translatedFields((await attributeStore(db).of(type)).map(toAttribute))
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

const pictureFields = {
  picture_credit: 'credit',
  picture_licence: 'licence',
  picture_alt_fr: 'alt_fr',
  picture_alt_de: 'alt_de',
  picture_alt_en: 'alt_en',
} as const satisfies Record<PictureColumn, keyof Tables['item_picture']>

interface CsvItem {
  readonly item: Texts & Parameters<typeof originalLanguage>[0]
  readonly tags: Iterable<readonly [string, string]>
  readonly texts: ItemTexts
  /** The first one. */
  readonly picture: Pick<Tables['item_picture'], (typeof pictureFields)[PictureColumn]> | undefined
}

type Texts = Record<(typeof textColumns)[number] | (typeof noteColumns)[number], string>

/** What an item says in each of these columns. */
export const csvValuesOf = ({ item, tags, texts, picture }: CsvItem, known: ItemCsvColumns): Map<string, string> =>
  new Map([
    ...known.pictures.map((column) => [column, picture?.[pictureFields[column]] ?? ''] as const),
    ...known.translations.map(({ column, field, lang }) => [column, texts[lang]?.[field]?.text ?? ''] as const),
    ['language', originalLanguage(item)],
    ['note', item.note],
    ...tags,
    ...textColumns.map((column) => [column, item[column]] as const),
  ])
