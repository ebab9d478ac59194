import { useQuery } from '@tanstack/react-query'
import type { ItemType } from '@vitrine/contract'
import type { ListSearch } from '../list-search.ts'
import { viewsQuery } from './view-queries.ts'
import { isChanged } from './view-search.ts'

/** The saved views of an inventory, and the one that the list shows. */
export function useViews(type: ItemType, search: ListSearch, isNeeded: boolean) {
  const query = useQuery({ ...viewsQuery, enabled: isNeeded || search.saved !== undefined })
  const views = query.data?.filter((view) => view.type === type) ?? []
  const current = views.find(({ id }) => String(id) === search.saved)
  const changed = current !== undefined && isChanged(current, search)
  return { query, views, current, changed, name: current && `${current.name}${changed ? ' · changed' : ''}` }
}
