import { isDeepStrictEqual } from 'node:util'
import {
  type ChangeKind,
  type EditConflict,
  identifierExists,
  type MovementReason,
} from '@vitrine/contract'
import { conflict, Failure, fail } from '../../base/failure.ts'
import { yieldingChunks } from '../../db/chunks.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import type { Tx } from '../../db/tables.ts'
import { authorName } from '../../http/access.ts'
import type { Item, ItemParts, ItemState } from '../../items/item.ts'
import {
  formatPlacePath,
  hasUnresolvedPlace,
  readPlaces,
  resolvePlace,
  withResolvedPlace,
} from '../../items/places.ts'
import { toPictureRows, toTextRows } from '../../items/rows.ts'
import { itemStore } from '../../items/store.ts'
import { type ItemChange, prepareProjections, updateProjections } from '../../projections/index.ts'
import type { ChangeContext } from '../history/index.ts'
import { itemNotFound, itemReader } from './read.ts'
import { hasSameOriginal, isSameState, itemChangeStore, listTagKeys } from './state.ts'

type Unrecorded = Omit<ItemChange, 'at'>

/** A change of one item: from nothing to a state, from a state to another, or from a state to nothing. */
export interface ItemWrite extends Unrecorded {
  readonly kind: ChangeKind
}

// Few enough that 20,000 letters each do not block the event loop.
const itemsPerBatch = 100

/** The single write path of items. */
export async function writeItems(
  tx: Tx,
  writes: readonly ItemWrite[],
  context: ItemWriteContext,
): Promise<void> {
  const placed = await withResolvedPlaces(tx, writes)
  for await (const some of yieldingChunks(placed, itemsPerBatch)) {
    await itemChangeStore(tx).record(
      some.map(({ item, kind, before, after }) => ({
        subjectId: item.id,
        kind,
        before: before?.state ?? null,
        after,
      })),
      context,
    )
  }
  // Last, because it ends with the revisions, on which all other writers wait.
  const { at, actor, movement } = context
  await writeItemsWithoutHistory(tx, placed, {
    at,
    by: authorName(actor),
    userId: actor.userId,
    movement,
  })
}

/** The author and time of a change; with a move, its reason. */
export interface ItemWriteContext extends ChangeContext {
  readonly movement?: MoveReason | undefined
}

export interface MoveReason {
  readonly reason: MovementReason
  /** The day on which it is expected back, or empty. */
  readonly backOn: string
}

interface WriteMetadata {
  readonly at: string
  readonly by: string
  readonly userId?: number | null
  readonly movement?: MoveReason | undefined
}

/** Replaces typed places by places. A restored state may name a deleted place; its item is then in no place. */
async function withResolvedPlaces<W extends Unrecorded>(
  tx: Tx,
  writes: readonly W[],
): Promise<readonly W[]> {
  const isOpen = ({ before, after }: W) =>
    after !== null && hasUnresolvedPlace(after, before?.state ?? null)
  if (!writes.some(isOpen)) return writes
  const places = await readPlaces(tx)
  return writes.map((write) => {
    if (!write.after || !isOpen(write)) return write
    const { state } = withResolvedPlace(places, write.after, write.before?.state ?? null)
    // The same object where nothing differs: what was derived from it beforehand stays known.
    return isDeepStrictEqual(state, write.after) ? write : { ...write, after: state }
  })
}

/** All but the history. */
export async function writeItemsWithoutHistory(
  tx: Tx,
  unplaced: readonly Unrecorded[],
  deed: WriteMetadata,
): Promise<void> {
  const writes = await withResolvedPlaces(tx, unplaced)
  const changes = writes.map((write) => ({ ...write, at: deed.at }))
  await prepareProjections(tx, 'item', changes)
  for await (const some of yieldingChunks(writes, itemsPerBatch)) await writeRows(tx, some, deed)
  const moved = writes.filter(
    ({ before, after }) => after && (before?.state.placeId ?? null) !== after.placeId,
  )
  if (moved.length > 0) await recordMoves(tx, moved, deed)
  await updateProjections(tx, 'item', changes)
}

async function recordMoves(
  tx: Tx,
  moved: readonly Unrecorded[],
  { at, by, userId, movement }: WriteMetadata,
): Promise<void> {
  const places = await readPlaces(tx)
  const ends = (from: number | null, to: number | null) => ({
    from_id: from,
    from_path: formatPlacePath(places, from),
    to_id: to,
    to_path: formatPlacePath(places, to),
  })
  // What goes back without a reason, as by an undo, is expected back as it was before.
  const stays = movement
    ? undefined
    : await itemStore(tx).readOwnMovements(moved.map(({ item }) => item.id))
  await itemStore(tx).addMovements(
    moved.map(({ item, before, after }) => {
      const [from, to] = [before?.state.placeId ?? null, after?.placeId ?? null]
      const last = stays?.get(item.id)?.find(({ to_id }) => to_id !== from)
      const again = last?.to_id === to ? last : undefined
      return {
        item_id: item.id,
        ...ends(from, to),
        at,
        user_id: userId ?? null,
        user_name: by,
        reason: movement?.reason ?? 'correction',
        back_on: movement?.backOn ?? again?.back_on ?? '',
      }
    }),
  )
}

async function writeRows(
  tx: Tx,
  writes: readonly Unrecorded[],
  { at, by }: WriteMetadata,
): Promise<void> {
  const store = itemStore(tx)
  const removed = writes.filter(({ after }) => after === null).map(({ item }) => item.id)
  const kept = writes.flatMap(({ item, before, after }) => (after ? [{ item, before, after }] : []))
  if (removed.length > 0) await store.remove(removed)
  if (kept.length === 0) return

  await store.upsert(
    kept.map(({ item, before, after }) => ({
      ...item,
      ...versionsAfter(before, after),
      createdAt: before?.createdAt ?? at,
      archived: after.archived ? (before?.archived ?? { at, by }) : null,
      state: after,
    })),
    at,
  )
  for (const writePart of Object.values(partWriters)) await writePart?.(tx, kept)
}

/** How each part of a state is written; null: with the item's own row. */
const partWriters: Record<
  keyof ItemParts,
  ((tx: Tx, kept: readonly Kept[]) => Promise<void>) | null
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

async function writeTags(tx: Tx, kept: readonly Kept[]): Promise<void> {
  const store = itemStore(tx)
  const differing = kept.flatMap(({ item, before, after }) =>
    listTagKeys(before?.state ?? null, after)
      .filter((key) => before?.state.tags[key] !== after.tags[key])
      .map((key) => ({ item_id: item.id, tag_key: key, value: after.tags[key] })),
  )
  const cleared = differing.filter((tag) => tag.value === undefined)
  for (const [key, tags] of Map.groupBy(cleared, (tag) => tag.tag_key)) {
    await store.removeTag(
      key,
      tags.map((tag) => tag.item_id),
    )
  }
  await store.upsertTags(
    differing.flatMap(({ value, ...tag }) => (value === undefined ? [] : [{ ...tag, value }])),
  )
}

type Kept = Pick<ItemWrite, 'item' | 'before'> & { readonly after: ItemState }

/** Translations have a count of their own: an edit of the original meanwhile is no conflict. */
function versionsAfter(
  before: Item | null,
  after: ItemState,
): Pick<Item, 'version' | 'textVersion'> {
  if (!before) return { version: 1, textVersion: 1 }
  return {
    version: before.version + (hasSameOriginal(before.state, after) ? 0 : 1),
    textVersion: before.textVersion + (isDeepStrictEqual(before.state.texts, after.texts) ? 0 : 1),
  }
}

async function writeTexts(tx: Tx, kept: readonly Kept[]): Promise<void> {
  const changed = kept.filter(({ before, after }) => before?.state.texts !== after.texts)
  const rows = changed.flatMap(({ item, after }) => toTextRows(item.id, after.texts))
  const removed = changed.flatMap(({ item, before, after }) =>
    toTextRows(item.id, before?.state.texts ?? {}).filter(
      ({ lang, field }) => !after.texts[lang]?.[field],
    ),
  )
  await itemStore(tx).removeTexts(removed)
  await itemStore(tx).upsertTexts(rows)
}

async function writePictures(tx: Tx, kept: readonly Kept[]): Promise<void> {
  const changed = kept.filter(
    ({ before, after }) => !isDeepStrictEqual(before?.state.pictures ?? [], after.pictures),
  )
  const had = changed.filter(({ before }) => before?.state.pictures.length)
  await itemStore(tx).replacePictures(
    had.map(({ item }) => item.id),
    changed.flatMap(({ item, after }) => toPictureRows(item.id, after.pictures)),
  )
}

export interface ItemEdit {
  readonly itemId: number
  readonly kind: ChangeKind
  /** The version that the user saw (optimistic concurrency); another one is a conflict. */
  readonly version?: number | undefined
  /** Whether the item is no longer as the user saw it, which is a conflict, too. */
  readonly isStale?: (state: ItemState) => boolean
  readonly next: (state: ItemState, item: Item) => ItemState | Promise<ItemState>
}

/** Writes the next state of an item; an edit without a difference is not recorded. */
export async function editItem(
  tx: Tx,
  edit: ItemEdit,
  context: ChangeContext,
): Promise<{ version: number }> {
  const item = (await itemStore(tx).lock(edit.itemId)) ?? fail(itemNotFound())
  const isOther = edit.version !== undefined && edit.version !== item.version
  if (isOther || edit.isStale?.(item.state)) throw await editConflict(tx, item)
  const after = await resolvePlace(tx, await edit.next(item.state, item), item.state)
  if (isSameState(item.state, after)) return { version: item.version }
  await writeItems(tx, [{ item, kind: edit.kind, before: item, after }], context)
  return { version: versionsAfter(item, after).version }
}

async function editConflict(tx: Tx, item: Item): Promise<Failure> {
  const latest = await itemChangeStore(tx).latest(item.id)
  const details: EditConflict = {
    current: await itemReader({ db: tx }).get(item.id),
    changedBy: latest?.user_name ?? '',
    changedAt: latest?.at ?? item.createdAt,
  }
  return new Failure(
    'conflict',
    'Somebody changed this item since you opened it. Please compare.',
    details,
  )
}

/** Turns a unique violation of the identifier into a conflict with this message. */
export async function withIdentifierConflict<T>(
  write: () => Promise<T>,
  message = (): string => identifierExists,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw isUniqueViolation(error) ? conflict(message()) : error
  }
}
