import { conflict } from '../../base/failure.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { ItemState } from '../../items/item.ts'
import { readPlaceTree } from '../../items/places.ts'
import { itemStore } from '../../items/store.ts'
import type { AttributeCatalogue } from '../attributes/index.ts'
import type { HistoryKind } from '../history/index.ts'
import { itemWording } from './change-wording.ts'
import { requireRoomForPicture, withoutDuplicatePictures } from './pictures/pictures.ts'
import { itemNotFound, itemReader } from './read.ts'
import { isSameState, itemCodec, listMediaIds } from './state.ts'
import { editItem, withIdentifierConflict } from './write.ts'

export const itemHistoryKind = (db: Db, catalogue: AttributeCatalogue): HistoryKind<ItemState> => ({
  codec: itemCodec,

  async readCurrent(id) {
    const item = await itemStore(db).find(id)
    if (!item) throw itemNotFound()
    return item.state
  },

  describe: (id, { identifier, name }) => ({
    title: `${identifier} ${name}`.trim(),
    screen: `/inventory-detail/${id}`,
    part: 'history',
  }),

  async readWording(id, states) {
    const { type_name: type } = await itemReader({ db }).get(id)
    const mediaIds = states.flatMap(listMediaIds)
    const media = await itemStore(db).readMedia([...new Set(mediaIds)])
    return itemWording(await catalogue.all(type), await readPlaceTree(db), media)
  },

  write(context, itemId, kind, next) {
    let identifier = ''
    const revert = async (tx: Tx, current: ItemState) => {
      const earlier = await withoutPicturesAddedAgain(tx, current, next(current))
      identifier = earlier.identifier
      return earlier
    }
    return withIdentifierConflict(
      () =>
        db
          .transaction()
          .execute((tx) =>
            editItem(tx, { itemId, kind, next: (state) => revert(tx, state) }, context),
          ),
      () =>
        `The identifier “${identifier}” is now used by another item. Please change that one first.`,
    )
  },
})

/**
 * Drops pictures that were added again since, under another file name; fails if the earlier state
 * would exceed the limit of pictures or differs in nothing else.
 */
async function withoutPicturesAddedAgain(
  tx: Tx,
  current: ItemState,
  earlier: ItemState,
): Promise<ItemState> {
  const media = await itemStore(tx).readMedia(listMediaIds(earlier))
  const pictures = withoutDuplicatePictures(
    earlier.pictures,
    ({ mediaId }) => media.get(mediaId)?.name,
    current.pictures,
  )
  const hasMorePictures = pictures.length > current.pictures.length
  // Checks the room before the last picture is added.
  if (hasMorePictures) requireRoomForPicture(pictures.length - 1)

  const state = { ...earlier, pictures }
  if (isSameState(current, state)) throw conflict('The item already has this picture again.')
  return state
}
