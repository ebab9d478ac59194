import type { Tx } from '../../../db/tables.ts'
import { itemStore } from '../../inventory/index.ts'
import { commentStore } from '../store.ts'
import { demoComments } from './texts.ts'

export interface Author {
  readonly userId: number
  readonly firstName: string
  readonly lastName: string
}

const day = 86_400_000
const hour = 3_600_000

/** Comments of the past year on the demo's items, by its users. */
export async function seedComments(tx: Tx, authors: readonly Author[], now: string): Promise<void> {
  const store = commentStore(tx)
  const ids = new Map<string, number>()
  for (const type of ['car', 'art'] as const) {
    const items = await itemStore(tx).byIdentifiers(
      type,
      demoComments.map(({ identifier }) => identifier),
    )
    for (const { id, state } of items.values()) ids.set(state.identifier, id)
  }
  for (const [index, { identifier, by, daysAgo, text }] of demoComments.entries()) {
    const author = authors.find(({ firstName }) => firstName === by)
    const itemId = ids.get(identifier)
    if (!author || itemId === undefined) throw new Error(`The demo has no ${by} or no ${identifier}`)
    // A little earlier each time, so that no two are written in the same moment and none in the future.
    const at = new Date(new Date(now).getTime() - daysAgo * day - ((index % 5) * hour) / 3 - 60_000)
    await store.add(itemId, text, author, at.toISOString())
  }
}
