import { prepareQuery } from '../../db/prepared.ts'
import type { Db } from '../../db/tables.ts'
import { selectItems } from '../../items/reader.ts'

/** Selects a picture by the range of its content hash. */
const selectPictures = (db: Db, from: string, to: string) =>
  db
    .selectFrom('media')
    .innerJoin('item_picture', 'item_picture.media_id', 'media.id')
    .innerJoin(selectItems(db).as('item'), 'item.id', 'item_picture.item_id')
    .select(['media.name as content', 'media.width', 'media.height', 'item_picture.licence'])
    .where('media.kind', '=', 'picture')
    .where('media.name', '>=', from)
    .where('media.name', '<', to)
    .orderBy('item_picture.item_id')
    .limit(1)

const selectAny = prepareQuery(selectPictures)

const selectPublic = prepareQuery((db, from: string, to: string) =>
  selectPictures(db, from, to)
    .where('item_picture.public', '=', 1)
    .where('item.public', '=', 1)
    .where('item.archived_at', 'is', null),
)

/** Finds pictures of items by a prefix of their content hash. */
export const imageStore = (db: Db) => ({
  async find(prefix: string, audience: 'public' | 'all') {
    const select = audience === 'all' ? selectAny : selectPublic
    // Hashes are hexadecimal: all with a given prefix sort before the prefix followed by 'g'.
    const [picture] = await select(db, prefix, `${prefix}g`)
    return picture
  },
})
