import { managers } from '@vitrine/contract'
import type { Actor } from '../../http/access.ts'
import type { ViewRow } from './store.ts'

export const may = {
  see: ({ userId }: Actor, view: ViewRow) => view.owner_id === null || view.owner_id === userId,
  change: ({ userId, role }: Actor, view: ViewRow) =>
    view.owner_id === null
      ? view.author_id === userId || managers.some((manager) => manager === role)
      : view.owner_id === userId,
  /** A shared view that becomes private is gone for the others, and must be that of its author. */
  endSharing: ({ userId }: Actor, view: ViewRow) => view.author_id === userId,
}
