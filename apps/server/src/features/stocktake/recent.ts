import { api, type RecentChange } from '@vitrine/contract'
import type { Db } from '../../db/tables.ts'
import type { ChangeSource, SourceQuery } from '../history/index.ts'

/** Lists the stocktakes with the latest scans, newest first: who scanned how many items. */
export const listRecentScans = async (db: Db, limit: number): Promise<RecentChange[]> =>
  (await listScans(db, { limit })).map(({ name, at, by, items }) => ({
    at,
    by,
    did: `scanned ${formatItemCount(items)} in the stocktake ‘${name}’`,
    about: '',
    screen: '/stocktake',
  }))

/** Lists scans in the history: one entry for all scans of a stocktake. */
export const stocktakeScans = (db: Db): ChangeSource => ({
  subject: 'stocktake',
  listedUnder: ['stocktake', 'item'],
  access: api.stocktake.list.access,
  list: async (query) =>
    (await listScans(db, query)).map(({ id, name, at, by, items }) => ({
      id,
      at,
      by,
      title: name,
      did: `${formatItemCount(items)} scanned`,
      screen: `/stocktake?campaign=${id}`,
    })),
})

const formatItemCount = (count: number): string => (count === 1 ? '1 item' : `${count} items`)

interface Scans {
  readonly id: number
  readonly name: string
  /** When the latest scan arrived. */
  readonly at: string
  /** All who scanned, the latest first. */
  readonly by: string
  readonly items: number
}

type ScanFilter = Pick<SourceQuery, 'limit'> & Partial<SourceQuery>

async function listScans(db: Db, { before, limit, ...filter }: ScanFilter): Promise<Scans[]> {
  const stocktakes = await selectScans(db, filter)
    .innerJoin('stocktake', 'stocktake.id', 'stocktake_id')
    .select(({ fn }) => [
      'stocktake.id',
      'stocktake.name',
      fn.max('received_at').as('at'),
      fn.count('item_id').distinct().as('items'),
    ])
    .groupBy(['stocktake.id', 'stocktake.name'])
    .$if(before !== undefined, (query) =>
      query.having(({ and, or, eb, fn }) => {
        const latest = fn.max('received_at')
        return or([
          eb(latest, '<', before?.at ?? ''),
          and([eb(latest, '=', before?.at ?? ''), eb('stocktake.id', '<', before?.id ?? 0)]),
        ])
      }),
    )
    .orderBy('at', 'desc')
    .orderBy('stocktake.id', 'desc')
    .limit(limit)
    .execute()
  if (stocktakes.length === 0) return []

  const scanners = await selectScans(db, filter)
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
    id,
    name,
    at,
    by: formatNames((scannersById.get(id) ?? []).map((scanner) => scanner.name)),
    items: Number(items),
  }))
}

function selectScans(db: Db, { person, from, until }: Partial<SourceQuery>) {
  let query = db
    .selectFrom('stocktake_fact')
    .where('stocktake_fact.kind', '=', 'seen')
    .where('stocktake_fact.item_id', 'is not', null)
  if (person !== undefined) query = query.where('stocktake_fact.user_id', '=', person)
  if (from !== undefined) query = query.where('stocktake_fact.received_at', '>=', from)
  if (until !== undefined) query = query.where('stocktake_fact.received_at', '<', until)
  return query
}

/** 'Anna', 'Anna and Luca', 'Anna and 2 others' */
function formatNames([first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return first
  return `${first} and ${others.length === 1 ? others[0] : `${others.length} others`}`
}
