import { type Campaign, isRoleAllowed, managers } from '@vitrine/contract'
import { notFound } from '../../base/failure.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { Actor } from '../../http/access.ts'
import { stocktakeStore } from './store.ts'

/** Members and managers may scan; a stocktake without members is open to all staff. */
const mayScan = ({ role, userId }: Actor, members: Campaign['members']): boolean =>
  isRoleAllowed(managers, role) || members.length === 0 || members.some(({ id }) => id === userId)

/** Reads all stocktakes, or one, as a given user sees them. */
export async function readCampaigns(db: Db, actor: Actor, onlyId?: number): Promise<Campaign[]> {
  const store = stocktakeStore(db)
  const membersByStocktake = Map.groupBy(
    await store.listMembers(),
    ({ stocktake_id }) => stocktake_id,
  )
  return (await store.listCampaigns(onlyId)).map((row) => {
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

export async function readCampaign(db: Db, actor: Actor, id: number): Promise<Campaign> {
  const [campaign] = await readCampaigns(db, actor, id)
  if (!campaign) throw notFound('There is no such stocktake.')
  return campaign
}

/** Reads a stocktake and locks it until the transaction ends. */
export async function lockCampaign(tx: Tx, actor: Actor, id: number): Promise<Campaign> {
  await stocktakeStore(tx).lock(id)
  return readCampaign(tx, actor, id)
}
