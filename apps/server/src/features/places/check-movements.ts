import { toDay } from '@vitrine/contract'
import { type Clock, instant } from '../../base/clock.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { type Author, getAuthorName } from '../../http/access.ts'
import { movementStore } from '../../items/movements.ts'
import { formatPlacePath, readPlaceTree } from '../../items/places.ts'
import { type MovementCheck, placeStore } from './store.ts'

/**
 * Finds movements on impossible days, movements that do not start where the one before ended, and
 * items that are not where their latest movement ended; one sentence each.
 */
export async function checkMovements(db: Db, clock: Clock): Promise<string[]> {
  const store = placeStore(db)
  return [
    ...(await store.listImpossibleDays(toDay(clock.now()))).map(
      ({ item_id, day }) => `A movement of item ${item_id} has the impossible day ‘${day}’.`,
    ),
    ...(await store.listBrokenMovements()).map(
      ({ item_id, day }) =>
        `The movement of item ${item_id} on ${day} does not start where the one before ended.`,
    ),
    ...(await store.listUnexplainedPlaces()).map(
      ({ item_id }) => `Item ${item_id} is not where its latest movement ended.`,
    ),
  ]
}

/** Corrects what `checkMovements` finds; no item changes its place. */
export async function repairMovements(tx: Tx, clock: Clock, repairer: Author): Promise<string[]> {
  const store = placeStore(tx)
  const misdated = await store.listImpossibleDays(toDay(clock.now()))
  for (const { id, at } of misdated) await store.correctMovement(id, { day: toDay(new Date(at)) })
  const broken = await store.listBrokenMovements()
  for (const { id, place_id, path } of broken)
    await store.correctMovement(id, { from_id: place_id, from_path: path })
  const unexplained = await store.listUnexplainedPlaces()
  await addCorrections(tx, unexplained, { clock, repairer })
  const itemIds = new Set([...misdated, ...broken, ...unexplained].map(({ item_id }) => item_id))
  return [...itemIds].map((id) => `The movements of item ${id} fit together.`)
}

async function addCorrections(
  tx: Tx,
  unexplained: readonly MovementCheck[],
  { clock, repairer }: { readonly clock: Clock; readonly repairer: Author },
): Promise<void> {
  const places = await readPlaceTree(tx)
  await movementStore(tx).add(
    unexplained.map(({ item_id, to_id, place_id }) => ({
      item_id,
      from_id: to_id,
      from_path: formatPlacePath(places, to_id),
      to_id: place_id,
      to_path: formatPlacePath(places, place_id),
      day: toDay(clock.now()),
      at: instant(clock),
      user_id: repairer.userId,
      user_name: getAuthorName(repairer),
      reason: 'correction',
      back_on: '',
      remark: '',
    })),
  )
}
