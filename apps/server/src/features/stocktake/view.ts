import { admits, type Campaign, type Fact, managers } from '@vitrine/contract'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/access.ts'
import type { CampaignRow, stocktakeStore } from './store.ts'

type Store = ReturnType<typeof stocktakeStore>

/** Stocktakes as a reader sees them. */
export async function toCampaigns(store: Store, actor: Actor, rows: readonly CampaignRow[]): Promise<Campaign[]> {
  const [counts, all] = [await store.counts(), await store.members()]
  return rows.map((row) => {
    const members = all.filter(({ stocktake_id }) => stocktake_id === row.id)
    return {
      ...{ id: row.id, name: row.name, scope: row.scope },
      ...{ openedAt: row.opened_at, openedBy: row.opened_by },
      ...{ closedAt: row.closed_at ?? '', closedBy: row.closed_by },
      members: members.map(({ id, first_name, last_name, email }) => ({
        id,
        name: `${first_name} ${last_name}`.trim() || email,
      })),
      expected: counts.expected.get(row.id) ?? 0,
      seen: counts.seen.get(row.id) ?? 0,
      late: counts.late.get(row.id) ?? 0,
      mayScan: may.scan(
        actor,
        members.map(({ id }) => id),
      ),
    }
  })
}

const may = {
  scan: ({ role, userId }: Actor, members: readonly number[]) =>
    admits(managers, role) || members.length === 0 || members.includes(userId),
}

export const toFact = (row: Tables['stocktake_fact']): Fact => ({
  ...{ id: row.id, kind: row.kind, placeId: row.place_id, code: row.code, itemId: row.item_id },
  notedPlaceId: row.noted_place_id,
  ...{ condition: row.condition, remark: row.remark, photo: row.photo === 1 },
  ...{ seenAt: row.seen_at, receivedAt: row.received_at, by: row.user_name },
  ...(row.late === 1 && { late: true }),
})
