import type { Gap, ItemType, SearchSubject } from '@vitrine/contract'
import type { Generated, Instant } from '../db/tables.ts'

declare module '../db/tables.ts' {
  interface Tables {
    /** A random value per kind of data, replaced with every change of that kind. */
    revision: {
      /**
       * The revision of a type changes with what its list shows, `items` with any change of an
       * item.
       */
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
    /** A gap of an item, derived from the item by the rules of the contract. */
    item_gap: {
      item_id: number
      rule: Gap
    }
    /**
     * A word of an entry that was the identifier of an item when it was written; the link stays
     * when the identifier changes.
     */
    entry_mention: {
      entry_id: number
      /** The identifier as written in the entry. */
      word: string
      item_id: number
    }
    /** The searchable words of one record. */
    search_entry: {
      subject: SearchSubject
      subject_id: number
      /** The stamp of the transaction that wrote it (`currentWriteStamp`). */
      stamp: number
      /** Folded words, one line per rank; empty once the record is gone. */
      words: string
    }
    /**
     * The version of all projections, despite its name. Has one row once they are filled, and none
     * before.
     */
    search_version: {
      /** A hash of the names and versions of the projections. */
      version: number
    }
    /** What harvesters know of an item that is or was public; the row outlives the item. */
    exchange_record: {
      item_id: number
      type: ItemType
      /** The datestamp for harvesters, 'YYYY-MM-DDThh:mm:ssZ'. */
      datestamp: string
    }
    /**
     * A change of public content that is not applied to the record yet; of all items of a type if
     * `item_id` is null.
     */
    exchange_change: {
      id: Generated<number>
      item_id: number | null
      type: ItemType
      at: Instant
    }
    /** State of the publication for harvesters. The table always has exactly one row. */
    exchange_clock: {
      /** The latest date given to a harvester, which then asks for changes from that date on. */
      latest: string
      /**
       * A hash of what all records depend on besides their items, such as the licences; empty
       * before the first request.
       */
      source: string
    }
  }
}
