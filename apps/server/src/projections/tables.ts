import type { Gap, ItemType, SearchSubject } from '@vitrine/contract'
import type { Generated, Instant } from '../db/tables.ts'

declare module '../db/tables.ts' {
  interface Tables {
    /** A name for the present state of some data; every change of them writes a new random value. */
    revision: {
      /** That of a type changes with what its list shows, `items` with everything that is kept of an item. */
      name:
        | ItemType
        | 'items'
        | 'attributes'
        | 'museums'
        | 'places'
        | 'events'
        | 'journal'
        | 'comments'
      value: string
    }
    /** The gaps of an item: derived from it by the rules of the contract. */
    item_gap: {
      item_id: number
      rule: Gap
    }
    /** A word of an entry that was the identifier of an item when it was written; it stays when the identifier changes. */
    entry_mention: {
      entry_id: number
      /** As written in the text. */
      word: string
      item_id: number
    }
    /** The searchable words of one record. */
    search_entry: {
      subject: SearchSubject
      subject_id: number
      /** When it was written, as `currentWriteStamp` counts. */
      stamp: number
      /** Folded words, a line for each rank; empty once the record is gone. */
      words: string
    }
    /** One row once derived data is filled: a number for the projections, and the versions of their rules, by which it was made. */
    search_version: {
      version: number
    }
    /** An item that is or was public; the row stays when the item is deleted for good. */
    exchange_record: {
      item_id: number
      type: ItemType
      /** The datestamp for harvesters, 'YYYY-MM-DDThh:mm:ssZ'. */
      datestamp: string
    }
    /** A change of an item's public content that its record does not have yet; without an item, of all of a type. */
    exchange_change: {
      id: Generated<number>
      item_id: number | null
      type: ItemType
      at: Instant
    }
    /** One row. */
    exchange_clock: {
      /** The latest date that a harvester was given: its next request asks for later changes. */
      latest: string
      /** A hash of everything that all records depend on beside the items; empty before the first time. */
      source: string
    }
  }
}
