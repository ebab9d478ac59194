import type { QueryClient } from '@tanstack/react-query'
import { type ItemType, inventoryTypes } from '@vitrine/contract'
import { attributeQueries } from '../../../../client/attribute-queries.ts'
import { call } from '../../../../client/call.ts'
import { applyFacets, byRow, facetTests } from '../facets/facet-filter.ts'
import { chosenCells } from './chosen-cells.ts'
import { unknownAttributes } from './unknown-attributes.ts'

/** All that facets and chosen columns need, code included: most visits use neither, and load nothing of it. */
export async function columnData(queries: QueryClient, type: ItemType, signal: AbortSignal) {
  const [columns, attributes] = await Promise.all([
    call(`GET /inventory/${inventoryTypes[type].collection}/columns`, undefined, { signal }),
    queries.fetchQuery(attributeQueries.of(type)),
  ])
  return { columns, attributes, applyFacets, byRow, facetTests, chosenCells, unknownAttributes }
}
