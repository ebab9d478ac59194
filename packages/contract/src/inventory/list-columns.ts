import { type TextLanguage, textLanguages } from '../languages.ts'
import { fieldNames, getItemField, itemFields } from '../records.ts'
import { type ItemType, type ItemTypes, inventoryTypes, itemTypes } from './types.ts'

type Column = ItemTypes[ItemType]['list']['cells'][number]['columns'][number]
export type ColumnKey = Column['key']
type CsvKey = ColumnKey | Extract<Column, { brackets: string }>['brackets']
export type ListAttributeKey = Exclude<CsvKey, 'identifier' | 'name'>

/** The columns of a list as a CSV file has them; an upload knows them by the same names. */
export const csvColumns = (type: ItemType): CsvKey[] =>
  inventoryTypes[type].list.cells.flatMap(({ columns }) =>
    columns.flatMap((column) =>
      'brackets' in column ? [column.key, column.brackets] : [column.key],
    ),
  )

/** The attributes that lists show. */
export const listAttributeKeys: readonly ListAttributeKey[] = [
  ...new Set(itemTypes.flatMap(csvColumns)),
].filter((key) => key !== 'identifier' && key !== 'name')

/** A row without a value: fields that a type does not have are empty. */
export const emptyListColumns = Object.fromEntries(
  listAttributeKeys.map((key) => [key, '']),
) as Record<ListAttributeKey, string>

const columnsAt = (position: 'before' | 'after') =>
  fieldNames(itemFields).filter((name) => getItemField(name).csv === position)

/** An item's own fields; an upload and the CSV file with all attributes know them by these names. */
export const csvFieldsBeforeAttributes = columnsAt('before')

/** The fields that follow the attributes. One of the same name as an attribute is left out. */
export const csvFieldsAfterAttributes = columnsAt('after')

/** The fields that may be chosen as columns of a list, beside those that every list shows. */
export const choosableFields = fieldNames(itemFields).filter((name) => getItemField(name).list)

/** What a CSV file says of an item's first picture. */
export const csvPictureColumns = [
  'picture_credit',
  'picture_licence',
  'picture_alt_fr',
  'picture_alt_de',
  'picture_alt_en',
] as const
export type CsvPictureColumn = (typeof csvPictureColumns)[number]

/** A column for each language that a field can be translated into: 'description_de'. */
export const translationColumns = (fields: readonly string[]): TranslationColumn[] =>
  fields.flatMap((field) =>
    textLanguages.map((lang) => ({ column: `${field}_${lang}`, field, lang })),
  )

export interface TranslationColumn {
  readonly column: string
  readonly field: string
  readonly lang: TextLanguage
}
