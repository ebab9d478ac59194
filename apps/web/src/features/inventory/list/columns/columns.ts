import {
  type AttributeKind,
  choosableFields,
  conditionColumn,
  csvColumns,
  foldLine,
  getItemField,
  type ItemListEntry,
  type ItemType,
  inventoryTypes,
  type ListAttributeKey,
  perType,
} from '@vitrine/contract'

/** A column of a list, from the museum's descriptor or chosen from the catalogue. */
export interface TableColumn {
  readonly key: string
  readonly heading: string
  readonly kind?: AttributeKind
  /** A second value, shown in brackets; in CSV files a column of its own. */
  readonly brackets?: ListAttributeKey
  readonly text: (item: ItemListEntry, row: number) => string
  /** The text with its unit, for layouts without headings, as on a phone. */
  readonly textAlone?: (item: ItemListEntry, row: number) => string
}

/** A cell of the row. Further columns stand in smaller type below the first. */
export interface TableCell {
  readonly columns: readonly TableColumn[]
  readonly width: string
}

type UsualColumn = (typeof inventoryTypes)[ItemType]['list']['cells'][number]['columns'][number]

const toTableColumn = (column: UsualColumn): TableColumn => {
  const { key } = column
  if (!('brackets' in column)) return { ...column, text: (item) => item[key] }

  const { brackets } = column
  return {
    ...column,
    text: (item) =>
      item[brackets] === '' ? item[key] : `${item[key]} (${item[brackets]})`.trimStart(),
  }
}

const usualCellsByType = perType('{type}', (type): readonly TableCell[] =>
  inventoryTypes[type].list.cells.map((cell) => ({
    ...cell,
    columns: cell.columns.map(toTableColumn),
  })),
)

/** The default columns, which the specification defines. */
export const usualCells = (type: ItemType): readonly TableCell[] => usualCellsByType[type]

/** Headings of the item fields and derived values that may be chosen as columns, by key. */
export const fieldHeadings: ReadonlyMap<string, string> = new Map([
  ...choosableFields.map((name) => [name, getItemField(name).label] as const),
  [conditionColumn, 'Condition'],
])

export const columnsOfCells = (cells: readonly TableCell[]): readonly TableColumn[] =>
  cells.flatMap((cell) => cell.columns)

/**
 * Builds the folded text of a row, in which the filter searches. Folding also flattens the string,
 * which the engine otherwise keeps as a chain of its parts.
 */
export function buildFilterLine(
  columns: readonly TableColumn[],
  item: ItemListEntry,
  row: number,
): string {
  let text = ''
  for (const column of columns) text += `${column.text(item, row)} `
  return foldLine(text)
}

/** Builds the rows of the CSV file of a list, header first. */
export function buildCsvRows(
  type: ItemType,
  items: readonly ItemListEntry[],
  foundRows: Uint32Array,
): string[][] {
  const shownItems = Array.from(foundRows, (row) => items[row]).filter((item) => item !== undefined)
  const columns = csvColumns(type)
  return [columns, ...shownItems.map((item) => columns.map((key) => item[key]))]
}

/** Lists the columns of a CSV file after the identifier, with values in brackets on their own. */
export const listCsvKeys = (cells: readonly TableCell[]): string[] =>
  columnsOfCells(cells)
    .slice(1)
    .flatMap(({ key, brackets }) => (brackets ? [key, brackets] : [key]))
