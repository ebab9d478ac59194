import {
  checkedCutoffDay,
  conditionGap,
  findGaps,
  type Gap,
  type ItemType,
  isMissingAltText,
  itemTypes,
  timeBasedGap,
  toYear,
} from '@vitrine/contract'
import { sql } from 'kysely'
import { yieldToEventLoop } from '../base/event-loop.ts'
import { splitIntoBatches, splitIntoYieldingBatches } from '../db/batches.ts'
import { prepareQuery } from '../db/prepared.ts'
import type { Db, Tables } from '../db/tables.ts'
import type { ItemState } from '../items/item.ts'
import { readItemPages, selectItems, selectItemsInUse } from '../items/reader.ts'
import { setTextStates } from '../items/store.ts'
import { getOriginalLanguage, getTextStates } from './derived.ts'
import type { ItemChange, Projection } from './projection.ts'
import { renewRevisions } from './revisions.ts'

const itemsPerBatch = 100

/**
 * The gaps of each item (`item_gap`), and the state of its text in each language (`text_states`).
 */
export const gapProjection: Projection = {
  name: 'gaps',
  version: 3,

  apply: {
    async item(tx, changes) {
      for await (const batch of splitIntoYieldingBatches(changes, itemsPerBatch)) {
        for (const [type, changesOfType] of Map.groupBy(batch, ({ item }) => item.type))
          await storeDifferences(tx, await compareChanges(tx, type, changesOfType))
      }
    },

    async attribute(tx, changes) {
      for (const { before, after, at } of changes) {
        const affectsGaps = before?.kind !== after.kind || before.retired !== after.retired
        if (affectsGaps) await rebuildGaps(tx, new Date(at), [after.type])
      }
    },
  },

  async rebuild(tx, clock) {
    const count = await rebuildGaps(tx, clock.now())
    return count > 0 ? [`The gaps of ${count} items were recalculated.`] : []
  },

  async compare(db, clock) {
    let count = 0
    for await (const batch of findWrongGaps(db, clock.now())) count += batch.length
    return count > 0 ? [`Gaps are stale: items ${count}. Please run check --repair.`] : []
  },
}

/** Compares the values stored before the changes of a type's items with those after them. */
async function compareChanges(
  tx: Db,
  type: ItemType,
  changes: readonly ItemChange[],
): Promise<Difference[]> {
  const derive = await createDeriver(tx, type, new Date(changes[0]?.at ?? 0))
  const differences: Difference[] = []
  for (const { item, before, after } of changes) {
    if (!after) continue
    const stored = before ? derive(before.state) : newItemValues
    differences.push(...compareDerived(item.id, stored, derive(after)))
  }
  return differences
}

/** Recalculates the gaps of some types; returns how many items had wrong ones. */
export async function rebuildGaps(
  tx: Db,
  now: Date,
  types: readonly ItemType[] = itemTypes,
): Promise<number> {
  let count = 0
  for await (const differences of findWrongGaps(tx, now, types)) {
    await storeDifferences(tx, differences)
    count += differences.length
  }
  if (count > 0) await renewRevisions(tx, ['items'])
  return count
}

/** The values that are derived from an item. */
interface Derived {
  readonly gaps: readonly Gap[]
  readonly textStates: string
}

/** The stored values of a new item. */
const newItemValues: Derived = { gaps: [], textStates: '' }

interface Difference {
  readonly itemId: number
  readonly missingGaps: readonly Gap[]
  readonly extraGaps: readonly Gap[]
  /** The expected value, if a different one is stored. */
  readonly textStates: string | null
}

/** Compares stored and expected values; empty if they are equal. */
function compareDerived(itemId: number, stored: Derived, expected: Derived): Difference[] {
  const missingGaps = expected.gaps.filter((gap) => !stored.gaps.includes(gap))
  const extraGaps = stored.gaps.filter((gap) => !expected.gaps.includes(gap))
  const textStates = stored.textStates === expected.textStates ? null : expected.textStates
  const isEqual = missingGaps.length === 0 && extraGaps.length === 0 && textStates === null
  return isEqual ? [] : [{ itemId, missingGaps, extraGaps, textStates }]
}

/** Finds items whose stored values differ from the rules, in pages. */
async function* findWrongGaps(
  db: Db,
  now: Date,
  types: readonly ItemType[] = itemTypes,
): AsyncGenerator<Difference[]> {
  for (const type of types) {
    const derive = await createDeriver(db, type, now)
    for await (const page of readItemPages(db, type)) {
      const ids = page.map(({ item }) => item.id)
      const rows = await db.selectFrom('item_gap').selectAll().where('item_id', 'in', ids).execute()
      const storedGaps = Map.groupBy(rows, ({ item_id }) => item_id)
      yield page.flatMap(({ item: { id, state }, row }) => {
        const gaps = (storedGaps.get(id) ?? []).map(({ rule }) => rule)
        return compareDerived(id, { gaps, textStates: row.text_states }, derive(state))
      })
      await yieldToEventLoop()
    }
  }
}

/** Creates a function that derives values by the current catalogue. */
async function createDeriver(
  db: Db,
  type: ItemType,
  now: Date,
): Promise<(state: ItemState) => Derived> {
  const attributes = await db
    .selectFrom('tag_definition')
    .select(['tag_key', 'kind'])
    .where('type', '=', type)
    .where('retired', '=', 0)
    .orderBy('order_key')
    .orderBy('id')
    .execute()
  const listGaps = (state: ItemState) =>
    findGaps(
      {
        ...state,
        type,
        hasPicture: state.pictures.some((picture) => picture.public),
        lacksAlt: state.pictures.some(isMissingAltText),
        language: getOriginalLanguage(state),
      },
      attributes,
      toYear(now),
    )
  return (state) => ({
    gaps: state.archived ? [] : listGaps(state),
    textStates: getTextStates(state),
  })
}

async function storeDifferences(tx: Db, differences: readonly Difference[]): Promise<void> {
  const toGapRows = (kind: 'missingGaps' | 'extraGaps') =>
    differences.flatMap((difference) =>
      difference[kind].map((rule) => ({ item_id: difference.itemId, rule })),
    )
  for (const [rule, rows] of Map.groupBy(toGapRows('extraGaps'), (row) => row.rule)) {
    const ids = rows.map(({ item_id }) => item_id)
    await tx.deleteFrom('item_gap').where('rule', '=', rule).where('item_id', 'in', ids).execute()
  }
  for (const batch of splitIntoBatches(toGapRows('missingGaps')))
    await tx
      .insertInto('item_gap')
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute()

  for (const [states, items] of Map.groupBy(differences, ({ textStates }) => textStates)) {
    const ids = items.map(({ itemId }) => itemId)
    if (states !== null) await setTextStates(tx, ids, states)
  }
}

// Gaps that are not stored, because they follow from a column of the item.
const timedGapLiteral = sql.lit<Gap>(timeBasedGap)
const conditionGapLiteral = sql.lit<Gap>(conditionGap)

const selectUnchecked = (db: Db, beforeDay: string) =>
  db.selectFrom(selectItemsInUse(db).where('checked_on', '<', beforeDay).as('item'))

const selectUrgent = (db: Db) =>
  db.selectFrom(selectItemsInUse(db).where('item.urgent', '=', 1).as('item'))

const readGapsBetween = prepareQuery(
  (db, type: ItemType, firstId: number, lastId: number, uncheckedBefore: string) =>
    db
      .selectFrom('item_gap')
      .innerJoin(selectItems(db).as('item'), 'item.id', 'item_gap.item_id')
      .select(['item_id', 'rule'])
      .where('item.type', '=', type)
      .where('item_id', '>=', firstId)
      .where('item_id', '<=', lastId)
      .unionAll(
        selectUnchecked(db, uncheckedBefore)
          .select(['id as item_id', timedGapLiteral.as('rule')])
          .where('type', '=', type)
          .where('id', '>=', firstId)
          .where('id', '<=', lastId),
      )
      .unionAll(
        selectUrgent(db)
          .select(['id as item_id', conditionGapLiteral.as('rule')])
          .where('type', '=', type)
          .where('id', '>=', firstId)
          .where('id', '<=', lastId),
      )
      .orderBy('item_id'),
)

/** Reads gaps: the stored ones, and those that follow from a column of the item. */
export const gapReader = (db: Db) => ({
  /** The gaps of a type's items within a range of ids, on this day; by item. */
  readBetween: (
    type: ItemType,
    firstId: number,
    lastId: number,
    today: string,
  ): Promise<Tables['item_gap'][]> =>
    readGapsBetween(db, type, firstId, lastId, checkedCutoffDay(today)),

  /** Counts the items of each type with each gap on this day. */
  async countPerTypeAndGap(today: string): Promise<{ type: ItemType; rule: Gap; count: number }[]> {
    const rows = await db
      .selectFrom('item_gap')
      .innerJoin(selectItems(db).as('item'), 'item.id', 'item_gap.item_id')
      .select(({ fn }) => ['item.type', 'rule', fn.countAll().as('count')])
      .groupBy(['item.type', 'rule'])
      .unionAll(
        selectUnchecked(db, checkedCutoffDay(today))
          .select(({ fn }) => ['item.type', timedGapLiteral.as('rule'), fn.countAll().as('count')])
          .groupBy('item.type'),
      )
      .unionAll(
        selectUrgent(db)
          .select(({ fn }) => [
            'item.type',
            conditionGapLiteral.as('rule'),
            fn.countAll().as('count'),
          ])
          .groupBy('item.type'),
      )
      .execute()
    return rows.map((row) => ({ ...row, count: Number(row.count) }))
  },
})
