import { sql } from 'kysely'
import { splitIntoBatches } from '../db/batches.ts'
import { withRowLocks } from '../db/dialect.ts'
import type { Db, Tables } from '../db/tables.ts'
import type { Projection } from './projection.ts'
import { renewRevisions } from './revisions.ts'

/**
 * The latest condition of each item, and whether it is urgent: until a later check improves it, or
 * the task made from the check is done (`item.condition_state`, `item.urgent`).
 */
export const conditionProjection: Projection = {
  name: 'conditions',
  version: 1,

  apply: {
    condition: async (tx, ids) =>
      refreshItems(tx, tx.selectFrom('condition_check').select('item_id').where('id', 'in', ids)),
    comment: async (tx, ids) =>
      refreshItems(
        tx,
        tx.selectFrom('condition_check').select('item_id').where('task_id', 'in', ids),
      ),
  },

  async rebuild(tx) {
    const count = await writeItems(tx, await findStaleItems(tx))
    return count > 0 ? [`The conditions of ${count} items were corrected.`] : []
  },

  async compare(db) {
    const { length: count } = await findStaleItems(db)
    return count > 0 ? [`Conditions are stale: items ${count}. Please run check --repair.`] : []
  },
}

type StaleItem = Pick<Tables['condition_check'], 'state'> & { id: number; urgent: 0 | 1 }

/** Finds the items, or those with these ids, whose stored condition differs from their checks. */
async function findStaleItems(db: Db, ids?: readonly number[]): Promise<StaleItem[]> {
  const idCondition = ids ? sql`and item.id in (${sql.join([...ids])})` : sql``
  const state = sql`coalesce(latest.state, '')`
  const urgent = sql`(case when latest.state = 'urgent' and task.done_at is null then 1 else 0 end)`
  const { rows } = await sql<StaleItem>`
    select item.id, ${state} as state, ${urgent} as urgent
    from item
    left join condition_check as latest on latest.id = (
      select id from condition_check
      where item_id = item.id and deleted_at is null order by day desc, id desc limit 1
    )
    left join item_comment as task on task.id = latest.task_id and task.deleted_at is null
    where (item.condition_state <> ${state} or item.urgent <> ${urgent}) ${idCondition}
  `.execute(db)
  return rows
}

/**
 * Updates the items of some checks. Locks the items first, because two checks of an item must see
 * each other.
 */
async function refreshItems(
  tx: Db,
  checksQuery: { execute(): Promise<{ item_id: number }[]> },
): Promise<void> {
  const itemIds = [...new Set((await checksQuery.execute()).map(({ item_id }) => item_id))]
  for (const ids of splitIntoBatches(itemIds)) {
    await withRowLocks(
      tx,
      tx.selectFrom('item').select('id').where('id', 'in', ids).orderBy('id'),
    ).execute()
    await writeItems(tx, await findStaleItems(tx, ids))
  }
}

/** Writes the expected conditions; returns how many items had a different one. */
async function writeItems(tx: Db, items: readonly StaleItem[]): Promise<number> {
  for (const { id, state, urgent } of items)
    await tx
      .updateTable('item')
      .set({ condition_state: state, urgent })
      .where('id', '=', id)
      .execute()
  if (items.length > 0) await renewRevisions(tx, ['items'])
  return items.length
}
