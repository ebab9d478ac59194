import { useQuery } from '@tanstack/react-query'
import type { ItemListEntry, ItemType } from '@vitrine/contract'
import { useMemo } from 'react'
import { attributeQueries } from '../../../../client/attribute-queries.ts'
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
  // Loaded with what it works on: most visits use no facet.
  const code = useQuery({
    queryKey: ['facet-filter'],
    queryFn: () => import('./facet-filter.ts'),
    enabled: isOpen || isActive,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  }).data
  const columns = useQuery({ ...inventoryQueries.columns(type), enabled: isOpen || isActive })
  const catalogue = useQuery({ ...attributeQueries.of(type), enabled: isOpen || isActive })
  const rows = useMemo(() => columns.data && code?.byRow(items, columns.data), [code, items, columns.data])
  const attributes = catalogue.data
  const faceted = useMemo(
    () => code && rows && attributes && code.applyFacets(found, code.facetTests(active, items, rows, attributes)),
    [code, rows, attributes, found, active, items],
  )
  const failed = [columns, catalogue].find(({ isError }) => isError)
  return {
    active,
    isActive,
    /** Nothing is shown until it is known what the facets find. */
    isPending: isActive && !faceted && !failed,
    failed,
    found: faceted?.hits ?? found,
    counted: rows && attributes && faceted ? { rows, attributes, faceted } : null,
  }
}

export type Facets = ReturnType<typeof useFacets>
