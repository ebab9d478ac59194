import type { ItemListEntry } from '@vitrine/contract'
import { useMemo } from 'react'
import type { ColumnData } from '../columns/use-column-data.ts'
import type { FacetSearch } from './facet-search.ts'

/** What the facets of the address leave of the rows found. */
export function useFacets(
  items: readonly ItemListEntry[],
  found: Uint32Array,
  active: FacetSearch,
  data: ColumnData | undefined,
) {
  const faceted = useMemo(
    () => data?.applyFacets(found, data.facetTests(active, items, data.rows, data.attributes)),
    [data, found, active, items],
  )
  return {
    active,
    found: faceted?.hits ?? found,
    counted: data && faceted ? { rows: data.rows, attributes: data.attributes, faceted } : null,
  }
}

export type Facets = ReturnType<typeof useFacets>
