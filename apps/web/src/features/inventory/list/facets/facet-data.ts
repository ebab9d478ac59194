import type { QueryClient } from '@tanstack/react-query'
import { type ItemType, inventoryTypes } from '@vitrine/contract'
import { attributeQueries } from '../../../../client/attribute-queries.ts'
import { call } from '../../../../client/call.ts'
import { applyFacets, byRow, facetTests } from './facet-filter.ts'

/** All that facets need, code included: most visits use none, and load nothing of it. */
export async function facetData(queries: QueryClient, type: ItemType, signal: AbortSignal) {
  const [columns, attributes] = await Promise.all([
    call(`GET /inventory/${inventoryTypes[type].collection}/columns`, undefined, { signal }),
    queries.fetchQuery(attributeQueries.of(type)),
  ])
  return { columns, attributes, applyFacets, byRow, facetTests }
}
