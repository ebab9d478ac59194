import { isRoleAllowed, managers, type Stocktake } from '@vitrine/contract'
import { notFound } from '../../base/failure.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { Actor } from '../../http/access.ts'
import { stocktakeStore } from './store.ts'

/** Members and managers may scan; a stocktake without members is open to all staff. */
const mayScan = ({ role, userId }: Actor, members: Stocktake['members']): boolean =>
  isRoleAllowed(managers, role) || members.length === 0 || members.some(({ id }) => id === userId)

/** Reads all stocktakes, or one, as a given user sees them. */
export async function readStocktakes(db: Db, actor: Actor, onlyId?: number): Promise<Stocktake[]> {
  const store = stocktakeStore(db)
  const membersByStocktake = Map.groupBy(
    await store.listMembers(),
    ({ stocktake_id }) => stocktake_id,
  )
  return (await store.list(onlyId)).map((row) => {
    const members = (membersByStocktake.get(row.id) ?? []).map(
      ({ id, first_name, last_name, email }) => ({
        id,
        name: `${first_name} ${last_name}`.trim() || email,
      }),
    )
    return {
      id: row.id,
      name: row.name,
      scope: row.scope,
      members,
      mayScan: mayScan(actor, members),
      openedAt: row.opened_at,
      openedBy: row.opened_by,
      closedAt: row.closed_at ?? '',
      closedBy: row.closed_by,
      expected: Number(row.expected),
      seen: Number(row.seen),
      late: Number(row.late),
    }
  })
}

export async function readStocktake(db: Db, actor: Actor, id: number): Promise<Stocktake> {
  const [stocktake] = await readStocktakes(db, actor, id)
  if (!stocktake) throw notFound('There is no such stocktake.')
  return stocktake
}

/** Reads a stocktake and locks it until the transaction ends. */
export async function lockStocktake(tx: Tx, actor: Actor, id: number): Promise<Stocktake> {
  await stocktakeStore(tx).lock(id)
  return readStocktake(tx, actor, id)
}
