import type { Selectable } from 'kysely'
import type { Clock } from '../base/clock.ts'
import type { Db, Tables, Tx } from '../db/tables.ts'
import type { Item, ItemState } from '../items/item.ts'

/** From nothing to a state, from a state to another, or from a state to nothing. */
export interface ItemChange {
  readonly item: Pick<Item, 'id' | 'type'>
  readonly before: Item | null
  readonly after: ItemState | null
  readonly at: string
}

export interface AttributeChange {
  readonly before: Selectable<Tables['tag_definition']> | null
  readonly after: Selectable<Tables['tag_definition']>
  readonly at: string
}

/** What a write path says of each thing that it changed; of most things their ids. */
export interface ChangesBySubject {
  item: ItemChange
  /** The id of an item that was found as described. */
  check: number
  /** The id of an item that was moved along with its place, or is expected back on another day. */
  movement: number
  attribute: AttributeChange
  museum: number
  place: number
  comment: number
  event: number
  journal: number
  user: number
}

export type Subject = keyof ChangesBySubject

type Followed = {
  readonly [S in Subject]?: (tx: Db, changes: readonly ChangesBySubject[S][]) => Promise<void>
}

/** Data that is derived from other tables, kept up to date in the transaction of each change. */
export interface Projection {
  readonly name: string
  /** Another one than at the last start: the projection is rebuilt. */
  readonly version: number | string
  /** Before the rows of a change are written: takes locks, and removes what can’t be found afterwards. */
  readonly prepare?: Followed
  /** After they are written. */
  readonly apply: Followed
  /** Corrects what differs from the content; returns what it did, in sentences. */
  rebuild(tx: Tx, clock: Clock): Promise<string[]>
  /** What differs from the content, in sentences. */
  compare(db: Db, clock: Clock): Promise<string[]>
}
