import {
  buildPlaceTree,
  type PlaceTree,
  placeArchivedMessage,
  placeAttributeKey,
  placeFields,
} from '@vitrine/contract'
import { sql } from 'kysely'
import { invalid } from '../base/failure.ts'
import { columnNames, fromColumns } from '../db/records.ts'
import type { Db } from '../db/tables.ts'
import type { ItemState } from './item.ts'

export async function readPlaces(db: Db) {
  const rows = await db
    .selectFrom('place')
    .select(['id', 'version', ...columnNames(placeFields)])
    .orderBy('id')
    .execute()
  return buildPlaceTree(
    rows.map(({ id, version, ...row }) => ({ id, version, ...fromColumns(placeFields, row) })),
  )
}

/** '/3/17/' for place 17, which is in 3; empty for no place. */
export const formatPlacePath = (places: PlaceTree, id: number | null): string =>
  id === null
    ? ''
    : `/${places
        .ancestry(id)
        .map((place) => `${place.id}/`)
        .join('')}`

export const parsePlacePath = (path: string): number[] =>
  path.split('/').filter(Boolean).map(Number)

/**
 * The state in a place: what was typed becomes one of the places, and the attribute says its name. `problem` where there
 * is no such place.
 */
export function withResolvedPlace(
  places: PlaceTree,
  { typedPlace, ...state }: ItemState,
  now: ItemState | null,
): { readonly state: ItemState; readonly problem?: string } {
  const found = typedPlace?.trim() ? places.find(typedPlace, now?.placeId) : null
  const problem = found && 'problem' in found ? found.problem : undefined
  const placeId =
    typedPlace === undefined ? state.placeId : found && 'id' in found ? found.id : null
  const place = placeId === null ? undefined : places.get(placeId)
  const { [placeAttributeKey]: _, ...tags } = state.tags
  const placed = {
    ...state,
    placeId: place?.id ?? null,
    tags: place ? { ...tags, [placeAttributeKey]: place.name } : tags,
  }
  if (problem) return { state: placed, problem }
  if (place?.archived && place.id !== now?.placeId)
    return { state: placed, problem: placeArchivedMessage(place) }
  return { state: placed }
}

/** Whether the attribute may differ from the place. */
export const hasUnresolvedPlace = (state: ItemState, now: ItemState | null): boolean =>
  state.typedPlace !== undefined ||
  state.placeId !== (now?.placeId ?? null) ||
  (state.placeId !== null && state.tags[placeAttributeKey] === undefined)

/** The state in its place; rejects a place that does not exist. */
export async function resolvePlace(
  db: Db,
  state: ItemState,
  now: ItemState | null,
): Promise<ItemState> {
  if (!hasUnresolvedPlace(state, now)) return state
  const { state: placed, problem } = withResolvedPlace(await readPlaces(db), state, now)
  if (problem) throw invalid(`tags.${placeAttributeKey}`, problem)
  return placed
}

/** Whether a movement says anew why an item is where it is, and until when: not where the item was only taken along by its place. */
export function isMovedByItself(table: string) {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const [from, to] = [column('from_id'), column('to_id')]
  return sql<boolean>`(${from} is null or ${to} is null or ${from} != ${to} or ${column('from_path')} = ${column('to_path')})`
}
