import { isDeepStrictEqual } from 'node:util'
import {
  type ChangeKind,
  type MovementReason,
  type Place,
  type PlaceConflict,
  type PlaceState,
  type PlaceTree,
  placeAttributeKey,
  placeFields,
  toDay,
} from '@vitrine/contract'
import { Failure, fail } from '../../base/failure.ts'
import { lockUntilCommit } from '../../db/dialect.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import { fromColumns } from '../../db/records.ts'
import type { Tx } from '../../db/tables.ts'
import { getAuthorName } from '../../http/access.ts'
import { movementStore } from '../../items/movements.ts'
import { formatPlacePath, readPlaceTree } from '../../items/places.ts'
import { updateProjections } from '../../projections/index.ts'
import { type ChangeContext, fieldHistory } from '../history/index.ts'
import { itemStore, writeItemsWithoutHistory } from '../items/index.ts'
import { placeNotFound } from './expect-place.ts'
import { expectAllowedPlace } from './rules.ts'
import { placeStore } from './store.ts'

export const history = fieldHistory('place', placeFields)

interface PlaceWrite {
  /** The place to change; without it, a new one is added. */
  readonly existing?: {
    readonly id: number
    /** The version that the user has seen; a different one is a conflict. */
    readonly version?: number | undefined
    /** Why the place is moved, for its items' movements. */
    readonly reason?: MovementReason
    readonly remark?: string
  }
  readonly after: PlaceState
  /** Kind in the history of an existing place; a new one is always 'created'. */
  readonly kind?: ChangeKind
}

/**
 * The single write path of places: the row, its history, its name in items, and movements of its
 * items if it is moved. An unchanged place is not written.
 */
export async function writePlace(
  tx: Tx,
  context: ChangeContext,
  { existing, after, kind = 'changed' }: PlaceWrite,
): Promise<Place> {
  const store = placeStore(tx)
  // Writes one place at a time, because two concurrent moves could create a cycle.
  await lockUntilCommit(tx, 'place')
  const row = existing && ((await store.lock(existing.id)) ?? fail(placeNotFound()))
  const before = row ? fromColumns(placeFields, row) : null
  const count = row ? ((await store.countItems()).get(row.id) ?? 0) : 0
  const toPlace = (version: number, state: PlaceState, id: number): Place => ({
    ...state,
    id,
    version,
    count,
  })
  if (row && before && existing.version !== undefined && existing.version !== row.version)
    throw await createEditConflict(tx, toPlace(row.version, before, row.id))
  if (row && before && isDeepStrictEqual(before, after)) return toPlace(row.version, before, row.id)

  const places = await readPlaceTree(tx)
  await expectAllowedPlace(tx, { places, id: row?.id ?? null, after })

  const version = (row?.version ?? 0) + 1
  const id = await store.write(row?.id ?? null, after, version, context.at).catch((error) => {
    throw isUniqueViolation(error) ? createCodeConflict(after.code) : error
  })
  if (before && before.name !== after.name) await renameInItems(tx, context, id, after.name)
  if (before && before.parent_id !== after.parent_id)
    await recordItemMovements(tx, context, {
      placeId: id,
      placesBefore: places,
      reason: existing?.reason,
      remark: existing?.remark,
    })
  await history
    .changes(tx)
    .record([{ subjectId: id, kind: before ? kind : 'created', before, after }], context)
  await updateProjections(tx, 'place', [id])
  return toPlace(version, after, id)
}

function createCodeConflict(code: string): Failure {
  const problem = `There is a place with the code ‘${code}’ already. Please choose another.`
  return new Failure('conflict', problem, { fields: { 'place.code': problem } })
}

async function createEditConflict(tx: Tx, current: Place): Promise<Failure> {
  const latest = await history.changes(tx).findLatest(current.id)
  const details: PlaceConflict = {
    current,
    changedBy: latest?.user_name ?? '',
    changedAt: latest?.at ?? '',
  }
  return new Failure(
    'conflict',
    'Someone has changed this place since you opened it. Please compare both versions.',
    details,
  )
}

/** Updates the place's name in its items, without recording that as a change of the items. */
async function renameInItems(
  tx: Tx,
  { actor, at }: ChangeContext,
  placeId: number,
  name: string,
): Promise<void> {
  const placedItems = await placeStore(tx).itemsIn([placeId])
  const items = await itemStore(tx).lockMany(placedItems.map(({ id }) => id))
  const writes = [...items.values()].map((item) => ({
    item,
    before: item,
    after: { ...item.state, tags: { ...item.state.tags, [placeAttributeKey]: name } },
  }))
  await writeItemsWithoutHistory(tx, writes, { at, by: getAuthorName(actor) })
}

interface MovedPlace {
  readonly placeId: number
  readonly placesBefore: PlaceTree
  readonly reason: MovementReason | undefined
  readonly remark: string | undefined
}

/** Records a movement of each item inside a moved place, although its own place is the same. */
async function recordItemMovements(
  tx: Tx,
  { actor, at }: ChangeContext,
  { placeId, placesBefore, reason = 'correction', remark = '' }: MovedPlace,
): Promise<void> {
  const placesAfter = await readPlaceTree(tx)
  const items = await placeStore(tx).itemsIn(placesAfter.below(placeId))
  await movementStore(tx).add(
    items.map(({ id, place_id }) => ({
      item_id: id,
      from_id: place_id,
      to_id: place_id,
      from_path: formatPlacePath(placesBefore, place_id),
      to_path: formatPlacePath(placesAfter, place_id),
      day: toDay(new Date(at)),
      at,
      user_id: actor.userId,
      user_name: getAuthorName(actor),
      reason,
      back_on: '',
      remark,
    })),
  )
  await updateProjections(
    tx,
    'movement',
    items.map(({ id }) => id),
  )
}
