import type { QueryClient } from '@tanstack/react-query'
import {
  type Attribute,
  type AttributeDefinition,
  type AttributeKind,
  attributeLabel,
  attributeLookup,
  buildPlaceTree,
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
import { applyFacets, buildFacetTests } from './facet-filter.ts'
import { facetAttributeKey, isFacetName, type ListSearch, parseColumns } from './list-search.ts'
import { usualColumnKeys } from './usual-column-keys.ts'

/** All that facets and chosen columns need, code included: most visits use neither, and load nothing of it. */
export async function loadColumnData(queries: QueryClient, type: ItemType, signal: AbortSignal) {
  const [columns, attributes, places] = await Promise.all([
    call(`GET /inventory/${inventoryTypes[type].collection}/columns`, undefined, { signal }),
    queries.fetchQuery(attributeQueries.ofType(type)),
    queries.fetchQuery(placesQuery),
  ])
  return {
    columns,
    attributes,
    places: buildPlaceTree(sortByText(places, ({ name }) => name)),
    applyFacets,
    createRowValues,
    buildFacetTests,
    buildChosenCells,
    findUnknownAttributes,
  }
}

const widths: Partial<Record<AttributeKind, string>> = {
  number: 'minmax(5rem, 0.75fr)',
  year: 'minmax(3.5rem, 0.5fr)',
}
const usualWidth = 'minmax(0, 1.25fr)'

/**
 * The row with the chosen columns; keys that the catalogue does not have, or has retired, are passed over.
 * Columns that share a place in the usual row share it here, too, where they follow each other.
 */
export function buildChosenCells(
  type: ItemType,
  keys: readonly string[],
  rows: RowValues,
  catalogue: readonly Attribute[],
): readonly TableCell[] {
  const usual = usualCells(type)
  const known = new Map(columnsOfCells(usual).map((column) => [column.key, column]))
  const attributes = new Map(catalogue.flatMap((one) => (one.retired ? [] : [[one.tag_key, one]])))
  const left = keys.filter((key) => attributes.has(key) || known.has(key) || fieldHeadings.has(key))
  const cells: TableCell[] = usual.slice(0, 1)
  while (left.length > 0) {
    const same = usual.find(({ columns }) => columns.every(({ key }, index) => key === left[index]))
    const taken = left.splice(0, same?.columns.length ?? 1)
    const columns = taken.map((key) =>
      columnOf(key, attributes.get(key), known.get(key), keys, rows),
    )
    cells.push({ columns, width: same?.width ?? widths[columns[0]?.kind ?? 'text'] ?? usualWidth })
  }
  return cells
}

function columnOf(
  key: string,
  attribute: Attribute | undefined,
  known: TableColumn | undefined,
  keys: readonly string[],
  rows: RowValues,
): TableColumn {
  const kind = attribute && { kind: attribute.kind }
  if (known && !(known.brackets && keys.includes(known.brackets))) return { ...known, ...kind }
  const heading = attribute || known ? undefined : fieldHeadings.get(key)
  if (heading !== undefined) return { key, heading, text: (_, row) => rows.field(key, row) }
  const textIn = rows.attribute(key) ?? (() => '')
  const meaning: AttributeDefinition = attribute ?? { tag_key: key }
  const text = (row: number) => formatAttributeValue(meaning, textIn(row))
  return {
    key,
    heading: known?.heading ?? attributeLabel(meaning),
    ...kind,
    text: (_, row) => text(row),
    textAlone: (_, row) => (text(row) && meaning.unit ? `${text(row)} ${meaning.unit}` : text(row)),
  }
}

/** What an address asks for as a column or facet, and the catalogue does not have or has retired. */
export function findUnknownAttributes(
  type: ItemType,
  search: ListSearch,
  catalogue: readonly Attribute[],
): AttributeDefinition[] {
  const attributes = catalogue.filter(({ retired }) => !retired).map(({ tag_key }) => tag_key)
  const inUse = new Set([...usualColumnKeys(type), ...fieldHeadings.keys(), ...attributes])
  const asked = [
    ...parseColumns(search.columns),
    ...Object.keys(search).filter(isFacetName).map(facetAttributeKey),
  ]
  return [...new Set(asked)].filter((key) => !inUse.has(key)).map(attributeLookup(catalogue))
}
