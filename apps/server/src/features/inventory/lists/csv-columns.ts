import {
  type ItemTexts,
  type ItemType,
  noteColumns,
  type TranslationColumn,
  textColumns,
  translatedFields,
  translationColumns,
} from '@vitrine/contract'
import type { Db } from '../../../db/tables.ts'
import { attributeStore, toAttribute } from '../../attributes/index.ts'
import { originalLanguage } from '../state.ts'
import { itemStore } from '../store.ts'

/** The columns of a CSV file of items: texts, attributes, then what was not there in the first versions. */
export interface ItemCsvColumns {
  readonly headings: readonly string[]
  readonly attributes: readonly string[]
  readonly translations: readonly TranslationColumn[]
}

export async function csvColumnsOf(db: Db, type: ItemType): Promise<ItemCsvColumns> {
  const attributes = await itemStore(db).knownTagKeys(type)
  const isFree = (column: string) => !attributes.includes(column)
  const fields = translatedFields((await attributeStore(db).of(type)).map(toAttribute))
  const translations = translationColumns(fields).filter(({ column }) => isFree(column))
  const headings = [
    ...textColumns,
    ...attributes,
    ...noteColumns.filter(isFree),
    ...translations.map(({ column }) => column),
  ]
  return { headings, attributes, translations }
}

type Texts = Record<(typeof textColumns)[number] | (typeof noteColumns)[number], string>

/** What an item says in each of these columns. */
export const csvValuesOf = (
  item: Texts & Parameters<typeof originalLanguage>[0],
  tags: Iterable<readonly [string, string]>,
  texts: ItemTexts,
  { translations }: ItemCsvColumns,
): Map<string, string> =>
  new Map([
    ...translations.map(({ column, field, lang }) => [column, texts[lang]?.[field]?.text ?? ''] as const),
    ['language', originalLanguage(item)],
    ['note', item.note],
    ...tags,
    ...textColumns.map((column) => [column, item[column]] as const),
  ])
