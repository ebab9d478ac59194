import {
  type AttributeKind,
  choosableFields,
  csvColumns,
  foldLine,
  getItemField,
  type ItemListEntry,
  type ItemType,
  inventoryTypes,
  type ListAttributeKey,
  perType,
} from '@vitrine/contract'

/** A column of a list, as in its descriptor or chosen from the catalogue. */
export interface TableColumn {
  readonly key: string
  readonly heading: string
  readonly kind?: AttributeKind
  /** What follows it in brackets, a column of its own in a CSV file. */
  readonly brackets?: ListAttributeKey
  readonly text: (item: ItemListEntry, row: number) => string
  /** The same where no heading says what it is, as on a phone. */
  readonly textAlone?: (item: ItemListEntry, row: number) => string
}

/** A place in the row. Several columns may share one, the others in smaller type under the first. */
export interface TableCell {
  readonly columns: readonly TableColumn[]
  readonly width: string
}

type UsualColumn = (typeof inventoryTypes)[ItemType]['list']['cells'][number]['columns'][number]

const usualColumn = (column: UsualColumn): TableColumn => {
  const { key } = column
  if (!('brackets' in column)) return { ...column, text: (item) => item[key] }
  const { brackets } = column
  return {
    ...column,
    text: (item) =>
      item[brackets] === '' ? item[key] : `${item[key]} (${item[brackets]})`.trimStart(),
  }
}

const usual = perType('{type}', (type): readonly TableCell[] =>
  inventoryTypes[type].list.cells.map((cell) => ({
    ...cell,
    columns: cell.columns.map(usualColumn),
  })),
)

/** The columns of the specification. */
export const usualCells = (type: ItemType): readonly TableCell[] => usual[type]

/** The headings of the fields that may be chosen as columns, by their names. */
export const fieldHeadings: ReadonlyMap<string, string> = new Map(
  choosableFields.map((name) => [name, getItemField(name).label]),
)

export const columnsOfCells = (cells: readonly TableCell[]): readonly TableColumn[] =>
  cells.flatMap((cell) => cell.columns)

/** The whole row as shown, as the filter reads it. Folding also makes one flat string of the parts. */
export function buildFilterLine(
  columns: readonly TableColumn[],
  item: ItemListEntry,
  row: number,
): string {
  let text = ''
  for (const column of columns) text += `${column.text(item, row)} `
  return foldLine(text)
}

export function buildCsvRows(
  type: ItemType,
  items: readonly ItemListEntry[],
  found: Uint32Array,
): string[][] {
  const shown = Array.from(found).flatMap((row) => items[row] ?? [])
  const columns = csvColumns(type)
  return [columns, ...shown.map((item) => columns.map((key) => item[key]))]
}

export const listCsvKeys = (cells: readonly TableCell[]): string[] =>
  columnsOfCells(cells)
    .slice(1)
    .flatMap(({ key, brackets }) => (brackets ? [key, brackets] : [key]))
