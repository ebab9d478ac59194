import type { PlacedItem } from '@vitrine/contract'
import { yieldIfDue } from '../../base/event-loop.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { finishJson } from '../../http/finish-text.ts'
import { countBytesInMemory, type FinishedAnswer } from '../../http/finished.ts'
import { readPlaceTreeOn } from '../../items/places.ts'
import { cachePerRevision } from '../../projections/index.ts'
import { sortByIdentifier } from '../items/index.ts'
import { readPlacesWith } from './expect-place.ts'
import { type PlacedItemRow, placeStore } from './store.ts'
import { toPlacedItem } from './view.ts'

/** Reads the items in a place and in all places inside it, now or at the end of a day. */
export function placeContentsReader({ db }: Context) {
  const readCachedContents = cachePerRevision({
    db,
    revisionNames: ['items', 'places'],
    sizeOf: countBytesInMemory,
  })

  return (id: number, day?: string): Promise<FinishedAnswer> => {
    const name = ['contents', id, day ?? 'now'].join('-')
    return readCachedContents(name, async (revision) => {
      const places = await readPlacesWith(db, id)
      const items =
        day === undefined
          ? (await placeStore(db).listContents(places.below(id))).map(toPlacedItem)
          : await readContentsOnDay(db, id, day)
      await yieldIfDue()
      return finishJson(`${name}-${revision}`, sortByIdentifier(items))
    })
  }
}

/** Reconstructs the contents at the end of a day from the current ones and later movements. */
async function readContentsOnDay(
  db: Db,
  placeId: number,
  day: string,
): Promise<(PlacedItem & { path: readonly number[] })[]> {
  const store = placeStore(db)
  const places = await readPlaceTreeOn(db, day)
  const insideIds = places.below(placeId)
  const currentItems = await store.listContents(insideIds)
  const movedOutIds = await store.itemsMovedOutAfter(insideIds, day)
  const startPlaceIds = await store.startPlacesAfter(
    [...new Set([...movedOutIds, ...currentItems.map(({ id }) => id)])],
    day,
  )
  // An item that was moved later was where the first of these movements started, the others where
  // they are now.
  const inside = new Set<number | null>(insideIds)
  const laterMovedIds = [...startPlaceIds]
    .filter(([, startId]) => inside.has(startId))
    .map(([id]) => id)

  const toItemOnDay = (row: PlacedItemRow, itemPlaceId: number | null) => ({
    ...toPlacedItem({ ...row, place_id: itemPlaceId }),
    path: places.ancestry(itemPlaceId ?? 0).map(({ id }) => id),
  })
  return [
    ...currentItems
      .filter(({ id }) => !startPlaceIds.has(id))
      .map((row) => toItemOnDay(row, row.place_id)),
    ...(await store.listPlacedItems(laterMovedIds)).map((row) =>
      toItemOnDay(row, startPlaceIds.get(row.id) ?? null),
    ),
  ]
}
