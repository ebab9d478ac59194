import type { QueryClient } from '@tanstack/react-query'
import {
  type Attribute,
  type AttributeDefinition,
  type AttributeKind,
  attributeLabel,
  buildPlaceTree,
  conditionColumn,
  conditionFields,
  definitionLookup,
  formatAttributeValue,
  type ItemType,
  inventoryTypes,
  sortByText,
} from '@vitrine/contract'
import { call } from '../../../client/call.ts'
import { attributeQueries } from '../../../client/queries.ts'
import { placesQuery } from '../../../client/use-places.ts'
import {
  columnsOfCells,
  fieldHeadings,
  type TableCell,
  type TableColumn,
  usualCells,
} from './columns/columns.ts'
import { createRowValues, type RowValues } from './columns/row-values.ts'
import { applyFacetTests, buildFacetTests } from './facet-filter.ts'
import { facetAttributeKey, isFacetName, type ListSearch, parseColumns } from './list-search.ts'
import { usualColumnKeys } from './usual-column-keys.ts'

/**
 * Loads the data for facets and chosen columns, and returns it with the functions for them: this
 * module is loaded on demand, because most visits need neither.
 */
export async function loadColumnData(
  queryClient: QueryClient,
  type: ItemType,
  signal: AbortSignal,
) {
  const [columns, attributes, places] = await Promise.all([
    call(`GET /inventory/${inventoryTypes[type].collection}/columns`, undefined, { signal }),
    queryClient.fetchQuery(attributeQueries.ofType(type)),
    queryClient.fetchQuery(placesQuery),
  ])
  return {
    columns,
    attributes: [latestCondition, ...attributes],
    places: buildPlaceTree(sortByText(places, ({ name }) => name)),
    applyFacetTests,
    createRowValues,
    buildFacetTests,
    buildChosenCells,
    findUnknownAttributes,
  }
}

/** Offers the latest condition as a filter, like an attribute with recurring values. */
export const latestCondition: Attribute = {
  tag_key: conditionColumn,
  labels: { en: conditionFields.state.label },
  kind: 'choice',
  unit: '',
  audience: 'staff',
  group: 'none',
  multiline: false,
  suggestions: true,
  names: false,
  glossary: {},
  order_key: 0,
  id: 0,
  retired: false,
  version: 0,
}

/** Tracks of the table's grid, by kind of the cell's first column. */
const widths: Partial<Record<AttributeKind, string>> = {
  number: 'minmax(5rem, 0.75fr)',
  year: 'minmax(3.5rem, 0.5fr)',
}
const defaultWidth = 'minmax(0, 1.25fr)'

interface ColumnSources {
  readonly rows: RowValues
  readonly catalogue: readonly Attribute[]
}

/**
 * Builds the table cells for the chosen columns; skips keys that are unknown or retired. Columns
 * that share a cell in the usual row also share it here if they follow each other.
 */
export function buildChosenCells(
  type: ItemType,
  keys: readonly string[],
  { rows, catalogue }: ColumnSources,
): readonly TableCell[] {
  const usual = usualCells(type)
  const usualColumns = new Map(columnsOfCells(usual).map((column) => [column.key, column]))
  const attributes = new Map(
    catalogue.filter(({ retired }) => !retired).map((attribute) => [attribute.tag_key, attribute]),
  )
  const isKnown = (key: string) =>
    attributes.has(key) || usualColumns.has(key) || fieldHeadings.has(key)
  const remainingKeys = keys.filter(isKnown)
  // The identifier always comes first.
  const cells: TableCell[] = usual.slice(0, 1)

  while (remainingKeys.length > 0) {
    const usualCell = usual.find(({ columns }) =>
      columns.every(({ key }, index) => key === remainingKeys[index]),
    )
    const columns = remainingKeys.splice(0, usualCell?.columns.length ?? 1).map((key) =>
      buildColumn({
        key,
        attribute: attributes.get(key),
        usualColumn: usualColumns.get(key),
        keys,
        rows,
      }),
    )
    const width = usualCell?.width ?? widths[columns[0]?.kind ?? 'text'] ?? defaultWidth
    cells.push({ columns, width })
  }
  return cells
}

interface ChosenColumn {
  readonly key: string
  readonly attribute: Attribute | undefined
  readonly usualColumn: TableColumn | undefined
  /** All chosen keys. */
  readonly keys: readonly string[]
  readonly rows: RowValues
}

function buildColumn({ key, attribute, usualColumn, keys, rows }: ChosenColumn): TableColumn {
  const kind = attribute && { kind: attribute.kind }
  const hasOwnBracketsColumn = usualColumn?.brackets && keys.includes(usualColumn.brackets)
  if (usualColumn && !hasOwnBracketsColumn) return { ...usualColumn, ...kind }

  const fieldHeading = attribute || usualColumn ? undefined : fieldHeadings.get(key)
  if (fieldHeading !== undefined)
    return { key, heading: fieldHeading, text: (_, row) => rows.field(key, row) }

  const getText = rows.attribute(key) ?? (() => '')
  const definition: AttributeDefinition = attribute ?? { tag_key: key }
  const formatValue = (row: number) => formatAttributeValue(definition, getText(row))
  const formatWithUnit = (row: number) => {
    const value = formatValue(row)
    return value && definition.unit ? `${value} ${definition.unit}` : value
  }

  return {
    key,
    heading: usualColumn?.heading ?? attributeLabel(definition),
    ...kind,
    text: (_, row) => formatValue(row),
    textAlone: (_, row) => formatWithUnit(row),
  }
}

/** Lists attributes that the address names as columns or facets but that are unknown or retired. */
export function findUnknownAttributes(
  type: ItemType,
  search: ListSearch,
  catalogue: readonly Attribute[],
): AttributeDefinition[] {
  const attributeKeys = catalogue.filter(({ retired }) => !retired).map(({ tag_key }) => tag_key)
  const knownKeys = new Set([...usualColumnKeys(type), ...fieldHeadings.keys(), ...attributeKeys])
  const requestedKeys = [
    ...parseColumns(search.columns),
    ...Object.keys(search).filter(isFacetName).map(facetAttributeKey),
  ]
  return [...new Set(requestedKeys)]
    .filter((key) => !knownKeys.has(key))
    .map(definitionLookup(catalogue))
}
