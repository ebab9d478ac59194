import { useQuery } from '@tanstack/react-query'
import type { ItemListEntry, ItemType } from '@vitrine/contract'
import { useMemo } from 'react'
import { inventoryQueries } from '../../inventory-queries.ts'

/** The attributes that the list itself does not hold, by its rows; loaded once somebody uses them. */
export function useColumnData(type: ItemType, items: readonly ItemListEntry[], isNeeded: boolean) {
  const query = useQuery({
    queryKey: [...inventoryQueries.everything, 'columns', type],
    queryFn: async ({ client, signal }) => (await import('./column-data.ts')).columnData(client, type, signal),
    enabled: isNeeded,
    structuralSharing: false,
    staleTime: 30_000,
  })
  const { data } = query
  const loaded = useMemo(() => data && { ...data, rows: data.byRow(items, data.columns) }, [data, items])
  return { loaded, failed: query.isError ? query : null }
}

export type ColumnData = NonNullable<ReturnType<typeof useColumnData>['loaded']>
