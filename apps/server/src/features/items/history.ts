import { conflict, fail } from '../../base/failure.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { ItemState } from '../../items/item.ts'
import { readPlaces } from '../../items/places.ts'
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

  now: async (id) => (await itemStore(db).find(id))?.state ?? fail(itemNotFound()),

  async words(id, states) {
    const { type_name: type } = await itemReader({ db }).get(id)
    const ids = states.flatMap(listMediaIds)
    const media = await itemStore(db).readMedia([...new Set(ids)])
    return itemWording(await catalogue.all(type), await readPlaces(db), media)
  },

  write(context, itemId, kind, next) {
    let identifier = ''
    const earlierState = async (tx: Tx, state: ItemState) => {
      const earlier = await withPicturesOnce(tx, state, next(state))
      identifier = earlier.identifier
      return earlier
    }
    return withIdentifierConflict(
      () =>
        db
          .transaction()
          .execute((tx) =>
            editItem(tx, { itemId, kind, next: (state) => earlierState(tx, state) }, context),
          ),
      () =>
        `The identifier “${identifier}” is now used by another item. Please change that one first.`,
    )
  },
})

/** An earlier state may bring back a picture that came again since, as another file, or more than an item can have. */
async function withPicturesOnce(tx: Tx, now: ItemState, earlier: ItemState): Promise<ItemState> {
  const media = await itemStore(tx).readMedia(listMediaIds(earlier))
  const pictures = withoutDuplicatePictures(
    earlier.pictures,
    ({ mediaId }) => media.get(mediaId)?.name,
    now.pictures,
  )
  if (pictures.length > now.pictures.length) requireRoomForPicture(pictures.length - 1)
  const state = { ...earlier, pictures }
  if (isSameState(now, state)) throw conflict('The item has this picture again already.')
  return state
}
