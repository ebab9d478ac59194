import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/tables.ts'

// Names are hexadecimal digits: whatever begins with these sorts before the same prefix followed by a 'g'.
const shown = prepared((db, from: string, to: string) =>
  db
    .selectFrom('media')
    .innerJoin('item', 'item.picture_id', 'media.id')
    .select(['media.name as content', 'media.width', 'media.height'])
    .where('media.kind', '=', 'picture')
    .where('media.name', '>=', from)
    .where('media.name', '<', to)
    .where('item.public', '=', 1)
    .where('item.archived_at', 'is', null)
    .limit(1),
)

export const imageStore = (db: Db) => ({
  /** A picture that visitors see, by the beginning of its name. */
  shown: async (beginning: string) => (await shown(db, beginning, `${beginning}g`))[0],
})
