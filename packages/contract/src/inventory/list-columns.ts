import { type TextLanguage, textLanguages } from '../languages.ts'
import { fieldNames, getItemField, itemFields } from '../records.ts'
import { type ItemType, type ItemTypes, inventoryTypes, itemTypes } from './types.ts'

type Column = ItemTypes[ItemType]['list']['cells'][number]['columns'][number]
export type ColumnKey = Column['key']
type CsvKey = ColumnKey | Extract<Column, { brackets: string }>['brackets']
export type ListAttributeKey = Exclude<CsvKey, 'identifier' | 'name'>

/** Keys of a list's columns in CSV files; uploads use the same names. */
export const csvColumns = (type: ItemType): CsvKey[] =>
  inventoryTypes[type].list.cells.flatMap(({ columns }) =>
    columns.flatMap((column) =>
      'brackets' in column ? [column.key, column.brackets] : [column.key],
    ),
  )

/** Keys of the attributes in the standard columns of any list. */
export const listAttributeKeys: readonly ListAttributeKey[] = [
  ...new Set(itemTypes.flatMap(csvColumns)),
].filter((key) => key !== 'identifier' && key !== 'name')

/** Empty standard columns, as types do not have each other's attributes. */
export const emptyListColumns = Object.fromEntries(
  listAttributeKeys.map((key) => [key, '']),
) as Record<ListAttributeKey, string>

const csvFieldsAt = (position: 'before' | 'after') =>
  fieldNames(itemFields).filter((name) => getItemField(name).csv === position)

/** Fields in front of the attributes in CSV files, for download and upload. */
export const csvFieldsBeforeAttributes = csvFieldsAt('before')

/** Fields after the attributes in CSV files. One with the same name as an attribute is left out. */
export const csvFieldsAfterAttributes = csvFieldsAt('after')

/** Fields that can be chosen as additional list columns. */
export const choosableFields = fieldNames(itemFields).filter((name) => getItemField(name).list)

/**
 * The column with the latest condition, for lists and CSV files. Uploads do not accept it. Not
 * `condition`, which is an attribute.
 */
export const conditionColumn = 'condition_check'

/** CSV columns about an item's first picture. */
export const csvPictureColumns = [
  'picture_credit',
  'picture_licence',
  'picture_alt_fr',
  'picture_alt_de',
  'picture_alt_en',
] as const
export type CsvPictureColumn = (typeof csvPictureColumns)[number]

/** CSV columns of translations, one per field and language: 'description_de'. */
export const translationColumns = (fields: readonly string[]): TranslationColumn[] =>
  fields.flatMap((field) =>
    textLanguages.map((lang) => ({ column: `${field}_${lang}`, field, lang })),
  )

export interface TranslationColumn {
  readonly column: string
  readonly field: string
  readonly lang: TextLanguage
}
