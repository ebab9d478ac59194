import { type SavedView, ViewSearch } from '@vitrine/contract'
import type { Actor } from '../../http/access.ts'
import { may } from './policy.ts'
import type { ViewRow } from './store.ts'

/** The search of a row; null where it can't be read. */
export function readSearch({ search }: Pick<ViewRow, 'search'>): ViewSearch | null {
  try {
    return ViewSearch.parse(JSON.parse(search))
  } catch {
    return null
  }
}

export const toView = (row: ViewRow, actor: Actor): SavedView => ({
  id: row.id,
  type: row.type,
  name: row.name,
  shared: row.owner_id === null,
  search: readSearch(row) ?? {},
  author: row.author_name,
  mine: row.author_id === actor.userId,
  mayChange: may.change(actor, row),
  version: row.version,
})
