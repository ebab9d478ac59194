import type { PlaceTree } from '@vitrine/contract'
import { type Failure, notFound } from '../../base/failure.ts'
import type { Db } from '../../db/tables.ts'
import { readPlaceTree } from '../../items/places.ts'

export const placeNotFound = (): Failure => notFound('There is no such place.')

/** Reads all places; fails unless there is one with this id. */
export async function readPlacesWith(db: Db, id: number): Promise<PlaceTree> {
  const places = await readPlaceTree(db)
  if (!places.get(id)) throw placeNotFound()
  return places
}
