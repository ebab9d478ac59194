import type { ItemType } from '@vitrine/contract'
import type { Generated, Instant } from '../../db/tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    /** A saved view of a list: filter, facets, order, columns. */
    saved_view: {
      id: Generated<number>
      type: ItemType
      name: string
      /** Query parameters of the list's address, as JSON. */
      search: string
      /** Owner of a private view, which is deleted with the account; null for a shared view. */
      owner_id: number | null
      /** User who saved it first; null once that user is deleted. */
      author_id: number | null
      author_name: string
      version: number
      changed_at: Instant
      deleted_at: Instant | null
    }
  }
}
