import { addDays, type PlacedItem, type PlaceTree, startOfDay } from '@vitrine/contract'
import { yieldIfDue } from '../../base/event-loop.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { finishJson } from '../../http/finish-text.ts'
import { bytesInMemory, type FinishedAnswer } from '../../http/finished.ts'
import { cachePerRevision } from '../../projections/index.ts'
import { sortByIdentifier } from '../items/index.ts'
import { readPlacesWith } from './expect-place.ts'
import { type PlacedItemRow, placeStore } from './store.ts'
import { toPlacedItem } from './view.ts'

/** Reads the items in a place and in all places inside it, now or at the end of a day. */
export function placeContentsReader({ db }: Context) {
  const cached = cachePerRevision({ db, revisionNames: ['items', 'places'], sizeOf: bytesInMemory })

  return (id: number, day?: string): Promise<FinishedAnswer> => {
    const name = ['contents', id, day ?? 'now'].join('-')
    return cached(name, async (revision) => {
      const places = await readPlacesWith(db, id)
      const currentItems = await placeStore(db).listContents(places.below(id))
      const items =
        day === undefined
          ? currentItems.map(toPlacedItem)
          : await readContentsOnDay(db, { id, places, currentItems, day })
      await yieldIfDue()
      return finishJson(`${name}-${revision}`, sortByIdentifier(items))
    })
  }
}

interface PlaceOnDay {
  readonly id: number
  readonly places: PlaceTree
  /** The items in the place now. */
  readonly currentItems: readonly PlacedItemRow[]
  readonly day: string
}

/** Reconstructs the contents at the end of a day from the current contents and later movements. */
async function readContentsOnDay(
  db: Db,
  { id: placeId, places, currentItems, day }: PlaceOnDay,
): Promise<(PlacedItem & { path: readonly number[] })[]> {
  const store = placeStore(db)
  const dayEnd = startOfDay(addDays(day, 1))
  const leftIds = await store.itemsMovedOutAfter(placeId, dayEnd)
  const pathsBefore = await store.startPathsAfter(
    [...new Set([...leftIds, ...currentItems.map(({ id }) => id)])],
    dayEnd,
  )
  const leftSince = await store.listPlacedItems(
    leftIds.filter((id) => pathsBefore.get(id)?.includes(placeId)),
  )
  const pathTo = (id: number | null) => places.ancestry(id ?? 0).map((place) => place.id)

  return [
    ...currentItems
      .filter(({ id }) => !pathsBefore.has(id))
      .map((row) => ({ row, path: pathTo(row.place_id) })),
    ...leftSince.map((row) => ({ row, path: pathsBefore.get(row.id) ?? [] })),
  ].map(({ row, path }) => ({ ...toPlacedItem({ ...row, place_id: path.at(-1) ?? null }), path }))
}
