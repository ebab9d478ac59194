import type { RecentChange } from '@vitrine/contract'
import type { Db } from '../../db/tables.ts'

/** Lists the stocktakes with the latest scans, newest first: who scanned how many items. */
export async function listRecentScans(db: Db, limit: number): Promise<RecentChange[]> {
  const stocktakes = await db
    .selectFrom('stocktake_fact')
    .innerJoin('stocktake', 'stocktake.id', 'stocktake_id')
    .select(({ fn }) => [
      'stocktake.id',
      'stocktake.name',
      fn.max('received_at').as('at'),
      fn.count('item_id').distinct().as('items'),
    ])
    .where('kind', '=', 'seen')
    .where('item_id', 'is not', null)
    .groupBy(['stocktake.id', 'stocktake.name'])
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
  if (stocktakes.length === 0) return []

  const scanners = await db
    .selectFrom('stocktake_fact')
    .leftJoin('user_account', 'user_account.id', 'user_id')
    .select(({ fn, eb }) => [
      'stocktake_id',
      // The account is the sender's, who may have sent what a colleague scanned.
      eb
        .case()
        .when('sent_by', '=', '')
        .then(fn.coalesce('first_name', 'user_name'))
        .else(eb.ref('user_name'))
        .end()
        .as('name'),
      fn.max('received_at').as('at'),
    ])
    .where('kind', '=', 'seen')
    .where('item_id', 'is not', null)
    .where(
      'stocktake_id',
      'in',
      stocktakes.map(({ id }) => id),
    )
    .groupBy(['stocktake_id', 'name'])
    .orderBy('at', 'desc')
    .execute()
  const scannersById = Map.groupBy(scanners, ({ stocktake_id }) => stocktake_id)

  return stocktakes.map(({ id, name, at, items }) => ({
    at,
    by: formatNames((scannersById.get(id) ?? []).map((scanner) => scanner.name)),
    did: `scanned ${Number(items) === 1 ? '1 item' : `${items} items`} in the stocktake ‘${name}’`,
    about: '',
    screen: '/stocktake',
  }))
}

/** 'Anna', 'Anna and Luca', 'Anna and 2 others' */
function formatNames([first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return first
  return `${first} and ${others.length === 1 ? others[0] : `${others.length} others`}`
}
