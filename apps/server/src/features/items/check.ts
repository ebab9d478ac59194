import { splitIntoYieldingBatches } from '../../db/batches.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { ItemState } from '../../items/item.ts'
import { toPictureRows } from '../../items/rows.ts'
import { itemStore } from '../../items/store.ts'
import { type DecodedState, unreadable } from '../history/index.ts'
import { withoutDuplicatePictures } from './pictures/pictures.ts'
import { isSameState, itemCodec, listMediaIds } from './state.ts'
import { itemCheckStore } from './store-check.ts'

/** Few, because states with long texts have some 100 KB. */
const changesPerBatch = 100

/** Compares every item with its history; returns one sentence per mismatch. */
export async function checkItems(db: Db): Promise<string[]> {
  const store = itemCheckStore(db)
  return [
    ...(await store.listWithoutHistory()).map(({ id }) => `Item ${id} has no history.`),
    ...(await store.listUnusedTexts()).map(
      ({ item_id, lang, field }) =>
        `Item ${item_id} has an unused translation: of ${field}, in ${lang}.`,
    ),
    ...(await findPictureProblems(db)).map(({ sentence }) => sentence),
    ...(await findOutdatedHistories(db)),
    ...(await findHistoryGaps(db)),
  ]
}

/** Finds items that are not as their last change left them. */
async function findOutdatedHistories(db: Db): Promise<string[]> {
  const store = itemCheckStore(db)
  const problems: string[] = []
  for await (const changes of splitIntoYieldingBatches(await store.listNewestChanges())) {
    const statesByItem = await store.readStatesAfter(changes.map(({ changeId }) => changeId))
    const items = await store.findItems(changes.map(({ itemId }) => itemId))
    const itemsById = new Map(items.map((item) => [item.id, item]))
    for (const { itemId } of changes) {
      const expected = itemCodec.read(statesByItem.get(itemId) ?? null)
      if (expected === unreadable) {
        problems.push(`The last change of item ${itemId} can’t be read.`)
        continue
      }
      const item = itemsById.get(itemId)
      if (expected && !item)
        problems.push(`Item ${itemId} is gone, but its history does not say that it was deleted.`)
      if (!expected && item)
        problems.push(`Item ${itemId} is there, but its history says that it was deleted.`)
      if (expected && item && !isSameState(withKnownPlace(expected, item.state), item.state))
        problems.push(`Item ${itemId} is not as its last change left it.`)
    }
  }
  return problems
}

/** Finds changes that do not begin with the state in which the previous change left the item. */
async function findHistoryGaps(db: Db): Promise<string[]> {
  const store = itemCheckStore(db)
  const problems: string[] = []
  for await (const changes of splitIntoYieldingBatches(
    await store.listPossibleGaps(),
    changesPerBatch,
  )) {
    const states = await store.readStatesAround(
      changes.flatMap(({ id, previousId }) => (previousId === null ? [id] : [id, previousId])),
    )
    for (const { itemId, id, previousId } of changes) {
      const before = itemCodec.read(states.get(id)?.before ?? null)
      const previousState = previousId === null ? null : (states.get(previousId)?.after ?? null)
      const previous = itemCodec.read(previousState)
      if (!isContinuation(before, previous))
        problems.push(`The history of item ${itemId} has a gap before its change ${id}.`)
    }
  }
  return problems
}

/**
 * Whether a change begins with the state that the previous change left. A state that can’t be read
 * is reported as such, not as a gap.
 */
function isContinuation(
  before: DecodedState<ItemState>,
  previous: DecodedState<ItemState>,
): boolean {
  if (before === unreadable || previous === unreadable) return true
  if (!before || !previous) return before === previous
  return isSameState(withKnownPlace(previous, before), before)
}

/** Adds the current place to a state stored before version 5, which has no place id to compare. */
const withKnownPlace = (expected: ItemState, current: ItemState): ItemState =>
  expected.typedPlace === undefined ? expected : { ...expected, placeId: current.placeId }

/** Finds items whose picture rows contradict each other or the first picture of the item. */
async function findPictureProblems(db: Db): Promise<{ id: number; sentence: string }[]> {
  const store = itemCheckStore(db)
  return [
    ...(await store.findWithWrongFirstPicture()).map(({ id }) => ({
      id,
      sentence: `The first picture of item ${id} is not the one that lists show.`,
    })),
    ...(await store.findWithMiscountedPictures()).map(({ id }) => ({
      id,
      sentence: `The pictures of item ${id} are not counted from 0 on.`,
    })),
    ...(await store.findWithDuplicatePictures()).map(({ id }) => ({
      id,
      sentence: `Item ${id} has the same picture twice.`,
    })),
    ...(await store.findWithUnknownPictureMetadata()).map(({ id }) => ({
      id,
      sentence: `A picture of item ${id} has a kind or a licence that does not exist.`,
    })),
  ]
}

/** Removes unused translations and renumbers pictures; returns one sentence per repair. */
export async function repairItems(tx: Tx): Promise<string[]> {
  const unusedTexts = await itemCheckStore(tx).listUnusedTexts()
  await itemStore(tx).removeTexts(unusedTexts)

  const pictureProblems = await findPictureProblems(tx)
  const items = await itemStore(tx).lockMany([...new Set(pictureProblems.map(({ id }) => id))])
  for (const { id, state } of items.values()) {
    const media = await itemStore(tx).readMedia(listMediaIds(state))
    const pictures = withoutDuplicatePictures(
      state.pictures,
      ({ mediaId }) => media.get(mediaId)?.name,
    )
    await itemStore(tx).replacePictures([id], toPictureRows(id, pictures))
    await itemStore(tx).setFirstPicture(id, pictures[0]?.mediaId ?? null)
  }

  return [
    ...unusedTexts.map(
      ({ item_id, lang, field }) =>
        `Removed: the translation of ${field}, in ${lang}, of item ${item_id}.`,
    ),
    ...[...items.keys()].map((id) => `The pictures of item ${id} are in order again.`),
  ]
}
