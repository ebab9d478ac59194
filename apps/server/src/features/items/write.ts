import { isDeepStrictEqual } from 'node:util'
import {
  type ChangeKind,
  type EditConflict,
  identifierTakenCode,
  type MovementReason,
  toDay,
} from '@vitrine/contract'
import { conflict, Failure } from '../../base/failure.ts'
import { splitIntoYieldingBatches } from '../../db/batches.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import type { Tx } from '../../db/tables.ts'
import { getAuthorName } from '../../http/access.ts'
import type { Item, ItemParts, ItemState } from '../../items/item.ts'
import { type ChainedMovement, isMovedByItself, movementStore } from '../../items/movements.ts'
import {
  formatPlacePath,
  hasUnresolvedPlace,
  readPlaceTree,
  resolvePlace,
  withResolvedPlace,
} from '../../items/places.ts'
import { toPictureRows, toTextRows } from '../../items/rows.ts'
import { itemStore } from '../../items/store.ts'
import { type ItemChange, prepareProjections, updateProjections } from '../../projections/index.ts'
import type { ChangeContext } from '../history/index.ts'
import { itemNotFound, itemReader } from './read.ts'
import { hasSameOriginal, isSameState, itemChangeStore, listTagKeys } from './state.ts'

interface UnrecordedWrite extends Omit<ItemChange, 'at'> {
  readonly kind?: ChangeKind
}

/** A create, update or delete of an item. */
export interface ItemWrite extends UnrecordedWrite {
  readonly kind: ChangeKind
}

/** Few enough that items with 20,000 letters each do not block the event loop. */
const itemsPerBatch = 100

/** Writes items, their history and all projections: the single write path of items. */
export async function writeItems(
  tx: Tx,
  writes: readonly ItemWrite[],
  context: ItemWriteContext,
): Promise<void> {
  const resolvedWrites = await withResolvedPlaces(tx, writes)
  for await (const batch of splitIntoYieldingBatches(resolvedWrites, itemsPerBatch)) {
    await itemChangeStore(tx).record(
      batch.map(({ item, kind, before, after }) => ({
        subjectId: item.id,
        kind,
        before: before?.state ?? null,
        after,
      })),
      context,
    )
  }

  // Comes last, because it ends by locking the revisions, for which all other writers wait.
  const { at, actor, movement } = context
  await writeItemsWithoutHistory(tx, resolvedWrites, {
    at,
    by: getAuthorName(actor),
    userId: actor.userId,
    movement,
  })
}

/** Author and time of a write, and the reason if it moves items. */
export interface ItemWriteContext extends ChangeContext {
  readonly movement?: MoveReason | undefined
}

export interface MoveReason {
  readonly reason: MovementReason
  /** Day on which the item is expected back, or empty. */
  readonly backOn: string
  /** The day on which it took place; by default the day of the write. */
  readonly day?: string | undefined
  readonly remark: string
}

interface WriteMetadata {
  readonly at: string
  readonly by: string
  readonly userId?: number | null
  readonly movement?: MoveReason | undefined
}

/**
 * Resolves typed places to place ids. A restored state may name a place that no longer exists: its
 * item is then in no place.
 */
async function withResolvedPlaces<Write extends UnrecordedWrite>(
  tx: Tx,
  writes: readonly Write[],
): Promise<readonly Write[]> {
  const isUnresolved = ({ before, after }: Write) =>
    after !== null && hasUnresolvedPlace(after, before?.state ?? null)
  if (!writes.some(isUnresolved)) return writes

  const places = await readPlaceTree(tx)
  return writes.map((write) => {
    if (!write.after || !isUnresolved(write)) return write
    const { state } = withResolvedPlace(places, write.after, write.before?.state ?? null)
    // Keeps the object if nothing changed, because values derived beforehand are cached by its
    // identity.
    return isDeepStrictEqual(state, write.after) ? write : { ...write, after: state }
  })
}

/** Writes items and projections, but no history. */
export async function writeItemsWithoutHistory(
  tx: Tx,
  unresolvedWrites: readonly UnrecordedWrite[],
  metadata: WriteMetadata,
): Promise<void> {
  const writes = await withResolvedPlaces(tx, unresolvedWrites)
  const changes = writes.map((write) => ({ ...write, at: metadata.at }))
  await prepareProjections(tx, 'item', changes)
  for await (const batch of splitIntoYieldingBatches(writes, itemsPerBatch))
    await writeRows(tx, batch, metadata)

  const moves = writes.filter(
    ({ before, after }) => after && (before?.state.placeId ?? null) !== after.placeId,
  )
  if (moves.length > 0) await recordMoves(tx, moves, metadata)
  await updateProjections(tx, 'item', changes)
}

/** Kinds of changes that take an earlier one back. */
const revertKinds: readonly (ChangeKind | undefined)[] = ['undone', 'restored']

async function recordMoves(
  tx: Tx,
  moves: readonly UnrecordedWrite[],
  { at, by, userId, movement }: WriteMetadata,
): Promise<void> {
  const places = await readPlaceTree(tx)
  const today = toDay(new Date(at))
  // Only moves without a reason of their own depend on earlier ones.
  const chains = movement
    ? undefined
    : await movementStore(tx).readChains(moves.map(({ item }) => item.id))

  await movementStore(tx).add(
    moves.map(({ item, kind, before, after }) => {
      const fromId = before?.state.placeId ?? null
      const toId = after?.placeId ?? null
      const chain = chains?.get(item.id) ?? []
      const isRevert = revertKinds.includes(kind)
      const revertedDay = isRevert ? findRevertedDay(chain, fromId, toId) : undefined
      return {
        item_id: item.id,
        from_id: fromId,
        from_path: formatPlacePath(places, fromId),
        to_id: toId,
        to_path: formatPlacePath(places, toId),
        day: movement?.day ?? revertedDay ?? today,
        at,
        user_id: userId ?? null,
        user_name: by,
        reason: movement?.reason ?? 'correction',
        back_on: movement?.backOn ?? findPreviousReturnDay(chain, fromId, toId),
        remark: movement?.remark ?? '',
      }
    }),
  )
}

/**
 * Returns the day of the latest movement if a move takes it back. Both then have the same day, as
 * if the item had stayed where it was.
 */
function findRevertedDay(
  chain: readonly ChainedMovement[],
  fromId: number | null,
  toId: number | null,
): string | undefined {
  const latestMove = chain.findLast(({ from_id, to_id }) => from_id !== to_id)
  const isReverted = latestMove?.from_id === toId && latestMove.to_id === fromId
  return isReverted ? chain.at(-1)?.day : undefined
}

/**
 * Returns the return date of the earlier stay at a place, which a move back without a reason (as by
 * an undo) keeps; empty if there was none.
 */
function findPreviousReturnDay(
  chain: readonly ChainedMovement[],
  fromId: number | null,
  toId: number | null,
): string {
  const previousStay = chain.filter(isMovedByItself).findLast(({ to_id }) => to_id !== fromId)
  return previousStay?.to_id === toId ? previousStay.back_on : ''
}

async function writeRows(
  tx: Tx,
  writes: readonly UnrecordedWrite[],
  { at, by }: WriteMetadata,
): Promise<void> {
  const store = itemStore(tx)
  const removedIds = writes.filter(({ after }) => after === null).map(({ item }) => item.id)
  if (removedIds.length > 0) await store.remove(removedIds)
  const upserts = writes.flatMap(({ item, before, after }) =>
    after ? [{ item, before, after }] : [],
  )
  if (upserts.length === 0) return

  await store.upsert(
    upserts.map(({ item, before, after }) => ({
      ...item,
      ...nextVersions(before, after),
      createdAt: before?.createdAt ?? at,
      archived: after.archived ? (before?.archived ?? { at, by }) : null,
      state: after,
    })),
    at,
  )
  for (const writePart of Object.values(partWriters)) await writePart?.(tx, upserts)
}

type ItemUpsert = Pick<ItemWrite, 'item' | 'before'> & { readonly after: ItemState }

/** Writers of the parts in tables of their own; null for parts in the item's row. */
const partWriters: Record<
  keyof ItemParts,
  ((tx: Tx, upserts: readonly ItemUpsert[]) => Promise<void>) | null
> = {
  tags: writeTags,
  texts: writeTexts,
  pictures: writePictures,
  public: null,
  archived: null,
  recordingId: null,
  placeId: null,
  typedPlace: null,
}

async function writeTags(tx: Tx, upserts: readonly ItemUpsert[]): Promise<void> {
  const store = itemStore(tx)
  const changedTags = upserts.flatMap(({ item, before, after }) =>
    listTagKeys(before?.state ?? null, after)
      .filter((key) => before?.state.tags[key] !== after.tags[key])
      .map((key) => ({ item_id: item.id, tag_key: key, value: after.tags[key] })),
  )
  const removedTags = changedTags.filter((tag) => tag.value === undefined)
  for (const [key, tags] of Map.groupBy(removedTags, (tag) => tag.tag_key)) {
    await store.removeTag(
      key,
      tags.map((tag) => tag.item_id),
    )
  }
  await store.upsertTags(
    changedTags.flatMap(({ value, ...tag }) => (value === undefined ? [] : [{ ...tag, value }])),
  )
}

/**
 * Translations have their own version, so that an edit of the original does not conflict with them.
 */
function nextVersions(
  before: Item | null,
  after: ItemState,
): Pick<Item, 'version' | 'textVersion'> {
  if (!before) return { version: 1, textVersion: 1 }
  return {
    version: before.version + (hasSameOriginal(before.state, after) ? 0 : 1),
    textVersion: before.textVersion + (isDeepStrictEqual(before.state.texts, after.texts) ? 0 : 1),
  }
}

async function writeTexts(tx: Tx, upserts: readonly ItemUpsert[]): Promise<void> {
  const changed = upserts.filter(({ before, after }) => before?.state.texts !== after.texts)
  const rows = changed.flatMap(({ item, after }) => toTextRows(item.id, after.texts))
  const removed = changed.flatMap(({ item, before, after }) =>
    toTextRows(item.id, before?.state.texts ?? {}).filter(
      ({ lang, field }) => !after.texts[lang]?.[field],
    ),
  )
  await itemStore(tx).removeTexts(removed)
  await itemStore(tx).upsertTexts(rows)
}

async function writePictures(tx: Tx, upserts: readonly ItemUpsert[]): Promise<void> {
  const changed = upserts.filter(
    ({ before, after }) => !isDeepStrictEqual(before?.state.pictures ?? [], after.pictures),
  )
  const replaced = changed.filter(({ before }) => before?.state.pictures.length)
  await itemStore(tx).replacePictures(
    replaced.map(({ item }) => item.id),
    changed.flatMap(({ item, after }) => toPictureRows(item.id, after.pictures)),
  )
}

export interface ItemEdit {
  readonly itemId: number
  readonly kind: ChangeKind
  /** The version that the user saw: any other is a conflict (optimistic concurrency). */
  readonly version?: number | undefined
  /** A further test for a conflict with what the user saw. */
  readonly isStale?: (state: ItemState) => boolean
  readonly next: (state: ItemState, item: Item) => ItemState | Promise<ItemState>
}

/** Writes the next state of an item, unless nothing differs. */
export async function editItem(
  tx: Tx,
  edit: ItemEdit,
  context: ChangeContext,
): Promise<{ version: number }> {
  const item = await itemStore(tx).lock(edit.itemId)
  if (!item) throw itemNotFound()
  const isOtherVersion = edit.version !== undefined && edit.version !== item.version
  if (isOtherVersion || edit.isStale?.(item.state)) throw await createEditConflict(tx, item)

  const after = await resolvePlace(tx, await edit.next(item.state, item), item.state)
  if (isSameState(item.state, after)) return { version: item.version }
  await writeItems(tx, [{ item, kind: edit.kind, before: item, after }], context)
  return { version: nextVersions(item, after).version }
}

async function createEditConflict(tx: Tx, item: Item): Promise<Failure> {
  const latest = await itemChangeStore(tx).findLatest(item.id)
  const details: EditConflict = {
    current: await itemReader({ db: tx }).get(item.id),
    changedBy: latest?.user_name ?? '',
    changedAt: latest?.at ?? item.createdAt,
  }
  return new Failure(
    'conflict',
    'Someone has changed this item since you opened it. Please compare both versions.',
    details,
  )
}

/** Turns a unique violation into a conflict that names the identifier. */
export async function withIdentifierConflict<T>(
  write: () => Promise<T>,
  message = (): string => identifierTakenCode,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw isUniqueViolation(error) ? conflict(message()) : error
  }
}
