import {
  type PlaceState,
  type PlaceTree,
  placeArchivedMessage,
  placeLimits,
} from '@vitrine/contract'
import { conflict, invalid } from '../../base/failure.ts'
import type { Db } from '../../db/tables.ts'
import { placeStore } from './store.ts'

interface PlaceToCheck {
  readonly places: PlaceTree
  /** Null for a new place. */
  readonly id: number | null
  readonly after: PlaceState
}

/**
 * Fails if a place would be inside itself, nested too deep, inside an archived place, archived with
 * contents, or beyond the maximum number.
 */
export async function expectAllowedPlace(
  db: Db,
  { places, id, after }: PlaceToCheck,
): Promise<void> {
  expectAllowedParent({ places, id, after })
  if (id === null && places.all.length >= placeLimits.places)
    throw conflict(`There can be at most ${placeLimits.places} places.`)
  if (!after.archived || id === null) return

  const innerPlaces = places.childrenOf(id).filter(({ archived }) => !archived)
  const itemCount = (await placeStore(db).listContents([id])).length
  if (innerPlaces.length + itemCount > 0)
    throw conflict(
      `It can’t be archived while there is something in it: ${formatCount(itemCount, 'item')}, ${formatCount(innerPlaces.length, 'place')}. Please move them first.`,
    )
}

function expectAllowedParent({ places, id, after }: PlaceToCheck): void {
  const parent = after.parent_id === null ? null : places.get(after.parent_id)
  if (parent === undefined)
    throw invalid(
      'place.parent_id',
      'The chosen place above it does not exist. Please choose another.',
    )
  const below = id === null ? [] : places.below(id)
  if (parent && below.includes(parent.id))
    throw invalid('place.parent_id', 'A place can’t be inside itself. Please choose another.')
  if (parent?.archived && !after.archived)
    throw invalid('place.parent_id', placeArchivedMessage(parent))

  const levelsAbove = parent ? places.ancestry(parent.id).length : 0
  // The levels that the place and those inside it take up.
  const ownLevel = id === null ? 1 : places.ancestry(id).length
  const levelCount = Math.max(
    1,
    ...below.map((placeId) => places.ancestry(placeId).length - ownLevel + 1),
  )
  if (levelsAbove + levelCount > placeLimits.levels)
    throw invalid(
      'place.parent_id',
      `Places can be nested at most ${placeLimits.levels} levels deep.`,
    )
}

const formatCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
