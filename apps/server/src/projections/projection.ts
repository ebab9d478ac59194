import type { Selectable } from 'kysely'
import type { Clock } from '../base/clock.ts'
import type { Db, Tables, Tx } from '../db/tables.ts'
import type { Item, ItemState } from '../items/item.ts'
import type { ItemRecordSubject } from '../items/item-records.ts'

/** A create (`before` is null), an update, or a deletion (`after` is null). */
export interface ItemChange {
  readonly item: Pick<Item, 'id' | 'type'>
  readonly before: Item | null
  readonly after: ItemState | null
  readonly at: string
}

/** A create (`before` is null) or an update. Attributes are retired, never deleted. */
export interface AttributeChange {
  readonly before: Selectable<Tables['tag_definition']> | null
  readonly after: Selectable<Tables['tag_definition']>
  readonly at: string
}

/**
 * The payload that a write path passes per changed record, by subject; for most subjects the id.
 */
export interface ChangesBySubject extends Record<ItemRecordSubject, number> {
  item: ItemChange
  /** The id of an item that was checked and found as described. */
  check: number
  /** The id of an item that was moved along with its place, or whose return date changed. */
  movement: number
  attribute: AttributeChange
  museum: number
  place: number
  /** The id of a comment of which a user read the notice. */
  notice: number
  event: number
  journal: number
  user: number
}

export type Subject = keyof ChangesBySubject

type SubjectHandlers = {
  readonly [S in Subject]?: (tx: Db, changes: readonly ChangesBySubject[S][]) => Promise<void>
}

/** Data that is derived from other tables, kept up to date in the transaction of each change. */
export interface Projection {
  readonly name: string
  /** The projection is rebuilt when this differs from the last start. */
  readonly version: number | string
  /**
   * Called before the rows of a change are written: takes locks, and removes what can’t be found
   * afterwards.
   */
  readonly prepare?: SubjectHandlers
  /** Called after the rows are written. */
  readonly apply: SubjectHandlers
  /** Corrects what differs from the content; returns what it did, in sentences. */
  rebuild(tx: Tx, clock: Clock): Promise<string[]>
  /** Describes what differs from the content, in sentences. */
  compare(db: Db, clock: Clock): Promise<string[]>
}
