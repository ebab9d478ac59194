import {
  addDays,
  buildPlaceTree,
  type PlaceTree,
  placeArchivedMessage,
  placeAttributeKey,
  placeFields,
  startOfDay,
} from '@vitrine/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { invalid } from '../base/failure.ts'
import { fromColumns, listColumnNames } from '../db/records.ts'
import type { Db } from '../db/tables.ts'
import type { ItemState } from './item.ts'

/** Reads the places with their present nesting. */
export async function readPlaceTree(db: Db) {
  const rows = await db
    .selectFrom('place')
    .select(['id', 'version', ...listColumnNames(placeFields)])
    .orderBy('id')
    .execute()
  return buildPlaceTree(
    rows.map(({ id, version, ...row }) => ({ id, version, ...fromColumns(placeFields, row) })),
  )
}

/** The part of a place's stored states, in any version, that names the place containing it. */
const StoredPlace = z.looseObject({ parent_id: z.int().nullable() })

/** Reads the places with their nesting at the end of a day. */
export async function readPlaceTreeOn(db: Db, day: string) {
  const places = await readPlaceTree(db)
  const laterChanges = await db
    .selectFrom('change')
    .select(['subject_id', 'before'])
    .where('subject', '=', 'place')
    .where('at', '>=', startOfDay(addDays(day, 1)))
    .where('before', 'is not', null)
    .orderBy('id', 'desc')
    .execute()
  if (laterChanges.length === 0) return places

  // Descending, so that the state before the first later change wins.
  const formerParentIds = new Map(
    laterChanges.map(({ subject_id, before }) => [
      subject_id,
      StoredPlace.parse(JSON.parse(before ?? '')).parent_id,
    ]),
  )
  return buildPlaceTree(
    places.all.map((place) => {
      const formerParentId = formerParentIds.get(place.id)
      return formerParentId === undefined ? place : { ...place, parent_id: formerParentId }
    }),
  )
}

/**
 * Formats a place's path, such as '/3/17/' for place 17, which is in place 3; empty for no place.
 */
export function formatPlacePath(places: PlaceTree, id: number | null): string {
  if (id === null) return ''
  const segments = places.ancestry(id).map((place) => `${place.id}/`)
  return `/${segments.join('')}`
}

/** Parses a place's path to the ids of the places, the outermost first. */
export const parsePlacePath = (path: string): number[] =>
  path.split('/').filter(Boolean).map(Number)

/**
 * Resolves a typed place to one of the places and sets the attribute to its name. `problem` tells
 * why the place can't be used.
 */
export function withResolvedPlace(
  places: PlaceTree,
  { typedPlace, ...state }: ItemState,
  current: ItemState | null,
): { readonly state: ItemState; readonly problem?: string } {
  const match = typedPlace?.trim() ? places.find(typedPlace, current?.placeId) : null
  const problem = match && 'problem' in match ? match.problem : undefined
  const typedPlaceId = match && 'id' in match ? match.id : null
  const placeId = typedPlace === undefined ? state.placeId : typedPlaceId
  const place = placeId === null ? undefined : places.get(placeId)
  const { [placeAttributeKey]: _earlierName, ...otherTags } = state.tags
  const resolved = {
    ...state,
    placeId: place?.id ?? null,
    tags: place ? { ...otherTags, [placeAttributeKey]: place.name } : otherTags,
  }
  if (problem) return { state: resolved, problem }
  // An item may stay in a place that was archived, but none may move there.
  if (place?.archived && place.id !== current?.placeId)
    return { state: resolved, problem: placeArchivedMessage(place) }
  return { state: resolved }
}

/**
 * Whether a state's place has changed or must still be resolved, so that the attribute may differ
 * from it.
 */
export const hasUnresolvedPlace = (state: ItemState, current: ItemState | null): boolean =>
  state.typedPlace !== undefined ||
  state.placeId !== (current?.placeId ?? null) ||
  (state.placeId !== null && state.tags[placeAttributeKey] === undefined)

/** Resolves the place of a state; rejects a place that does not exist. */
export async function resolvePlace(
  db: Db,
  state: ItemState,
  current: ItemState | null,
): Promise<ItemState> {
  if (!hasUnresolvedPlace(state, current)) return state
  const { state: resolved, problem } = withResolvedPlace(await readPlaceTree(db), state, current)
  if (problem) throw invalid(`tags.${placeAttributeKey}`, problem)
  return resolved
}

/** SQL condition for `isMovedByItself`. */
export function movedByItselfCondition(table: string) {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const [from, to] = [column('from_id'), column('to_id')]
  return sql<boolean>`(${from} is null or ${to} is null or ${from} != ${to} or ${column('from_path')} = ${column('to_path')})`
}
