import {
  type ColumnValues,
  conditionColumn,
  type Gap,
  type ItemColumns,
  type ItemListEntry,
  type TextLanguage,
} from '@vitrine/contract'

/** Values that the list itself does not contain, by the index of an item's row in the list. */
export interface RowValues {
  /** Undefined if the server sent no values of the attribute. */
  readonly attribute: (key: string) => ((row: number) => string) | undefined
  readonly field: (name: string, row: number) => string
  /** Id of the item's place. */
  readonly place: (row: number) => string
  /** Day of the last change. */
  readonly changed: (row: number) => string
  /** State of the item's texts in a language; the original counts as checked. */
  readonly text: (lang: TextLanguage) => (row: number) => string
  readonly hasGap: (gap: Gap) => (row: number) => boolean
}

export function createRowValues(items: readonly ItemListEntry[], columns: ItemColumns): RowValues {
  const indexById = new Map(columns.ids.map((id, index) => [id, index]))
  const indexByRow = Int32Array.from(items, ({ id }) => indexById.get(id) ?? -1)
  // Each item has the position (from 1) of its value in `values`, or 0 for none.
  const createReader =
    ({ values, places: positions }: ColumnValues) =>
    (row: number) => {
      const position = positions[indexByRow[row] ?? -1] ?? 0
      return values[position - 1] ?? ''
    }

  return {
    attribute: (key) => {
      // The latest condition is no attribute, but can be a filter like one.
      const derived = key === conditionColumn ? columns.fields[key] : undefined
      const column = columns.attributes[key] ?? derived
      return column && createReader(column)
    },
    field(name, row) {
      const column = columns.fields[name]
      return column ? createReader(column)(row) : ''
    },
    place: createReader(columns.place),
    changed: createReader(columns.changed),
    text: (lang) => {
      const getState = createReader(columns.texts[lang])
      return (row) => (getState(row) === 'original' ? 'checked' : getState(row))
    },
    hasGap: (gap) => {
      const ids = new Set(columns.gaps[gap])
      return (row) => ids.has(items[row]?.id ?? 0)
    },
  }
}
