import { preparedQuery } from '../../db/prepared.ts'
import type { Db } from '../../db/tables.ts'
import { selectItems } from '../../items/reader.ts'

// Names are hexadecimal digits: whatever begins with these sorts before the same prefix followed by a 'g'.
const picturesNamed = (db: Db, from: string, to: string) =>
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

const any = preparedQuery(picturesNamed)

const shown = preparedQuery((db, from: string, to: string) =>
  picturesNamed(db, from, to)
    .where('item_picture.public', '=', 1)
    .where('item.public', '=', 1)
    .where('item.archived_at', 'is', null),
)

/** A picture of an item by the beginning of its name: of those that visitors see, or of all. */
export const imageStore = (db: Db) => ({
  find: async (beginning: string, of: 'public' | 'all') =>
    (await (of === 'all' ? any : shown)(db, beginning, `${beginning}g`))[0],
})
