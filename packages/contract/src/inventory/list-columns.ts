import { type TextLanguage, textLanguages } from '../languages.ts'
import { fieldNames, itemField, itemFields } from '../records.ts'
import { type ItemType, type ItemTypes, inventoryTypes, itemTypes } from './types.ts'

type Column = ItemTypes[ItemType]['list']['cells'][number]['columns'][number]
export type ColumnKey = Column['key']
type CsvKey = ColumnKey | Extract<Column, { brackets: string }>['brackets']
export type ListKey = Exclude<CsvKey, 'identifier' | 'name'>

/** The columns of a list as a CSV file has them; an upload knows them by the same names. */
export const csvColumns = (type: ItemType): CsvKey[] =>
  inventoryTypes[type].list.cells.flatMap(({ columns }) =>
    columns.flatMap((column) =>
      'brackets' in column ? [column.key, column.brackets] : [column.key],
    ),
  )

/** The attributes that lists show. */
export const listKeys: readonly ListKey[] = [...new Set(itemTypes.flatMap(csvColumns))].filter(
  (key) => key !== 'identifier' && key !== 'name',
)

/** A row without a value: fields that a type does not have are empty. */
export const emptyColumns = Object.fromEntries(listKeys.map((key) => [key, ''])) as Record<
  ListKey,
  string
>

const columnsAt = (position: 'before' | 'after') =>
  fieldNames(itemFields).filter((name) => itemField(name).csv === position)

/** An item's own fields; an upload and the CSV file with all attributes know them by these names. */
export const columnsBeforeAttributes = columnsAt('before')

/** The fields that follow the attributes. One of the same name as an attribute is left out. */
export const columnsAfterAttributes = columnsAt('after')

/** The fields that may be chosen as columns of a list, beside those that every list shows. */
export const listFields = fieldNames(itemFields).filter((name) => itemField(name).list)

/** What a CSV file says of an item's first picture. */
export const pictureColumns = [
  'picture_credit',
  'picture_licence',
  'picture_alt_fr',
  'picture_alt_de',
  'picture_alt_en',
] as const
export type PictureColumn = (typeof pictureColumns)[number]

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
