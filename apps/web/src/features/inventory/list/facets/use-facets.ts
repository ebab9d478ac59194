import { useQuery } from '@tanstack/react-query'
import type { ItemListEntry, ItemType } from '@vitrine/contract'
import { useMemo } from 'react'
import { inventoryQueries } from '../../inventory-queries.ts'
import { type FacetSearch, readFacets } from './facet-search.ts'

/** What the facets of the address leave of the rows found. What they need is loaded once somebody uses one. */
export function useFacets(
  type: ItemType,
  items: readonly ItemListEntry[],
  found: Uint32Array,
  search: FacetSearch,
  isOpen: boolean,
) {
  const active = useMemo(() => readFacets({ ...search }), [search])
  const isActive = Object.keys(active).length > 0
  const query = useQuery({
    queryKey: [...inventoryQueries.everything, 'facets', type],
    queryFn: async ({ client, signal }) => (await import('./facet-data.ts')).facetData(client, type, signal),
    enabled: isOpen || isActive,
    structuralSharing: false,
    staleTime: 30_000,
  })
  const { data } = query
  const rows = useMemo(() => data?.byRow(items, data.columns), [data, items])
  const faceted = useMemo(
    () => data && rows && data.applyFacets(found, data.facetTests(active, items, rows, data.attributes)),
    [data, rows, found, active, items],
  )
  return {
    active,
    isActive,
    /** Nothing is shown until it is known what the facets find. */
    isPending: isActive && !faceted && !query.isError,
    failed: query.isError ? query : null,
    found: faceted?.hits ?? found,
    counted: data && rows && faceted ? { rows, attributes: data.attributes, faceted } : null,
  }
}

export type Facets = ReturnType<typeof useFacets>
