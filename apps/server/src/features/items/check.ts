import { yieldingChunks } from '../../db/chunks.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { ItemState } from '../../items/item.ts'
import { toPictureRows } from '../../items/rows.ts'
import { itemStore } from '../../items/store.ts'
import { unreadable } from '../history/index.ts'
import { withoutDuplicatePictures } from './pictures/pictures.ts'
import { isSameState, itemCodec, listMediaIds } from './state.ts'
import { itemCheckStore } from './store-check.ts'

/** Compares every item with its history; returns one sentence per mismatch. */
export async function checkItems(db: Db): Promise<string[]> {
  const store = itemCheckStore(db)
  const problems = [
    ...(await store.withoutHistory()).map(({ id }) => `Item ${id} has no history.`),
    ...(await store.unknownTexts()).map(
      ({ item_id, lang, field }) =>
        `Item ${item_id} has an unused translation: of ${field}, in ${lang}.`,
    ),
    ...(await wrongPictures(db)).map(({ sentence }) => sentence),
  ]
  for await (const some of yieldingChunks(await store.newestChanges())) {
    const left = await store.left(some.map(({ changeId }) => changeId))
    const items = new Map(
      (await store.items(some.map(({ itemId }) => itemId))).map((item) => [item.id, item]),
    )
    for (const { itemId } of some) {
      const expected = itemCodec.read(left.get(itemId) ?? null)
      if (expected === unreadable) {
        problems.push(`The last change of item ${itemId} can’t be read.`)
        continue
      }
      const item = items.get(itemId)
      if (expected && !item)
        problems.push(`Item ${itemId} is gone, but its history does not say that it was deleted.`)
      if (!expected && item)
        problems.push(`Item ${itemId} is there, but its history says that it was deleted.`)
      if (expected && item && !isSameState(inPlaceOf(expected, item.state), item.state))
        problems.push(`Item ${itemId} is not as its last change left it.`)
    }
  }
  return problems
}

/** States from before there were places don’t say which one. */
const inPlaceOf = (expected: ItemState, now: ItemState): ItemState =>
  expected.typedPlace === undefined ? expected : { ...expected, placeId: now.placeId }

/** Items whose rows of pictures contradict each other, or what is derived from them. */
async function wrongPictures(db: Db): Promise<{ id: number; sentence: string }[]> {
  const store = itemCheckStore(db)
  return [
    ...(await store.otherFirstPicture()).map(({ id }) => ({
      id,
      sentence: `The first picture of item ${id} is not the one that lists show.`,
    })),
    ...(await store.miscountedPictures()).map(({ id }) => ({
      id,
      sentence: `The pictures of item ${id} are not counted from 0 on.`,
    })),
    ...(await store.picturesTwice()).map(({ id }) => ({
      id,
      sentence: `Item ${id} has the same picture twice.`,
    })),
    ...(await store.unknownPictureWords()).map(({ id }) => ({
      id,
      sentence: `A picture of item ${id} has a kind or a licence that does not exist.`,
    })),
  ]
}

/** Removes unused translations, and writes pictures as they are read; returns one sentence for each. */
export async function repairItems(tx: Tx): Promise<string[]> {
  const unknown = await itemCheckStore(tx).unknownTexts()
  await itemStore(tx).removeTexts(unknown)
  const items = await itemStore(tx).lockMany([
    ...new Set((await wrongPictures(tx)).map(({ id }) => id)),
  ])
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
    ...unknown.map(
      ({ item_id, lang, field }) =>
        `Removed: the translation of ${field}, in ${lang}, of item ${item_id}.`,
    ),
    ...[...items.keys()].map((id) => `The pictures of item ${id} are in order again.`),
  ]
}
