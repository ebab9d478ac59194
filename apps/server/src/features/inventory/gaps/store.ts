import { type Gap, type ItemType, timedGap, uncheckedBefore } from '@vitrine/contract'
import { sql } from 'kysely'
import { chunks } from '../../../db/chunks.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Db, Tables } from '../../../db/tables.ts'
import { itemRows, withStates } from '../store.ts'

type GapRow = Tables['item_gap']

export const gapStore = (db: Db) => ({
  /** All items of a type with what is stored of their texts, some at a time. */
  async *pages(type: ItemType) {
    for await (const rows of itemRows(db, type)) {
      const items = await withStates(db, rows)
      yield items.map((item, index) => ({ ...item, textStates: rows[index]?.text_states ?? '' }))
    }
  },

  setTextStates: (ids: readonly number[], states: string) =>
    db.updateTable('item').set({ text_states: states }).where('id', 'in', ids).execute(),

  stored: (itemIds: readonly number[]) =>
    db.selectFrom('item_gap').select(['item_id', 'rule']).where('item_id', 'in', itemIds).execute(),

  async add(rows: readonly GapRow[]): Promise<void> {
    for (const some of chunks(rows)) {
      await db
        .insertInto('item_gap')
        .values(some)
        .onConflict((on) => on.doNothing())
        .execute()
    }
  },

  async remove(rows: readonly GapRow[]): Promise<void> {
    for (const [rule, ofRule] of Map.groupBy(rows, (row) => row.rule)) {
      const ids = ofRule.map((row) => row.item_id)
      await db.deleteFrom('item_gap').where('rule', '=', rule).where('item_id', 'in', ids).execute()
    }
  },

  /** The gaps of a type's items from one to another on this day, also those that came with time; by item. */
  between: (type: ItemType, first: number, last: number, today: string): Promise<GapRow[]> =>
    gapsBetween(db, type, first, last, uncheckedBefore(today)),

  /** How many items of each type have each gap on this day. */
  async counts(today: string): Promise<{ type: ItemType; rule: Gap; count: number }[]> {
    const rows = await db
      .selectFrom('item_gap')
      .innerJoin('item', 'item.id', 'item_gap.item_id')
      .select(({ fn }) => ['item.type', 'rule', fn.countAll().as('count')])
      .groupBy(['item.type', 'rule'])
      .unionAll(
        unchecked(db, uncheckedBefore(today))
          .select(({ fn }) => ['item.type', rule.as('rule'), fn.countAll().as('count')])
          .groupBy('item.type'),
      )
      .execute()
    return rows.map((row) => ({ ...row, count: Number(row.count) }))
  },
})

const rule = sql.lit<Gap>(timedGap)

const unchecked = (db: Db, before: string) =>
  db.selectFrom('item').where('archived_at', 'is', null).where('checked_on', '<', before)

const gapsBetween = prepared((db, type: ItemType, first: number, last: number, before: string) =>
  db
    .selectFrom('item_gap')
    .innerJoin('item', 'item.id', 'item_gap.item_id')
    .select(['item_id', 'rule'])
    .where('item.type', '=', type)
    .where('item_id', '>=', first)
    .where('item_id', '<=', last)
    .unionAll(
      unchecked(db, before)
        .select(['id as item_id', rule.as('rule')])
        .where('type', '=', type)
        .where('id', '>=', first)
        .where('id', '<=', last),
    )
    .orderBy('item_id'),
)
