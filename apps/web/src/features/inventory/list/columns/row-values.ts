import type {
  Gap,
  ItemColumns,
  ItemListEntry,
  TextLanguage,
  ColumnValues as Values,
} from '@vitrine/contract'

export interface RowValues {
  readonly attribute: (key: string) => ((row: number) => string) | undefined
  readonly field: (name: string, row: number) => string
  /** The id of its place. */
  readonly place: (row: number) => string
  readonly changed: (row: number) => string
  /** How the texts stand in a language; the original counts as checked. */
  readonly text: (lang: TextLanguage) => (row: number) => string
  readonly hasGap: (gap: Gap) => (row: number) => boolean
}

export function createRowValues(items: readonly ItemListEntry[], columns: ItemColumns): RowValues {
  const index = new Map(columns.ids.map((id, at) => [id, at]))
  const at = Int32Array.from(items, ({ id }) => index.get(id) ?? -1)
  const valueIn =
    ({ values, places }: Values) =>
    (row: number) =>
      values[(places[at[row] ?? -1] ?? 0) - 1] ?? ''
  return {
    attribute: (key) => {
      const column = columns.attributes[key]
      return column && valueIn(column)
    },
    field(name, row) {
      const column = columns.fields[name]
      return column ? valueIn(column)(row) : ''
    },
    place: valueIn(columns.place),
    changed: valueIn(columns.changed),
    text: (lang) => {
      const stateIn = valueIn(columns.texts[lang])
      return (row) => (stateIn(row) === 'original' ? 'checked' : stateIn(row))
    },
    hasGap: (gap) => {
      const ids = new Set(columns.gaps[gap])
      return (row) => ids.has(items[row]?.id ?? 0)
    },
  }
}
