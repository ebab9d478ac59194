import { type Campaign, isRoleAllowed, managers } from '@vitrine/contract'
import { fail, notFound } from '../../base/failure.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { Actor } from '../../http/access.ts'
import { stocktakeStore } from './store.ts'

const permissions = {
  scan: ({ role, userId }: Actor, members: Campaign['members']) =>
    isRoleAllowed(managers, role) ||
    members.length === 0 ||
    members.some(({ id }) => id === userId),
}

/** All stocktakes, or one, as a reader sees them. */
export async function readCampaigns(db: Db, actor: Actor, only?: number): Promise<Campaign[]> {
  const store = stocktakeStore(db)
  const people = Map.groupBy(await store.listMembers(), ({ stocktake_id }) => stocktake_id)
  return (await store.listCampaigns(only)).map((row) => {
    const members = (people.get(row.id) ?? []).map(({ id, first_name, last_name, email }) => ({
      id,
      name: `${first_name} ${last_name}`.trim() || email,
    }))
    return {
      id: row.id,
      name: row.name,
      scope: row.scope,
      members,
      mayScan: permissions.scan(actor, members),
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
  return campaign ?? fail(notFound('There is no such stocktake.'))
}

/** Reads a stocktake, which no other transaction changes until this one ends. */
export async function lockCampaign(tx: Tx, actor: Actor, id: number): Promise<Campaign> {
  await stocktakeStore(tx).lock(id)
  return readCampaign(tx, actor, id)
}
