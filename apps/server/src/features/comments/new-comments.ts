import { api, truncateToLine } from '@vitrine/contract'
import type { Db } from '../../db/tables.ts'
import type { ChangeSource } from '../history/index.ts'
import { commentStore } from './store.ts'

const maxTextLength = 300

/** New comments, which have no history yet. */
export const newComments = (db: Db): ChangeSource => ({
  subject: 'comment',
  listedUnder: ['comment'],
  access: api.comments.all.access,
  list: async (query) =>
    (await commentStore(db).listWritten(query)).map((row) => ({
      id: row.id,
      at: row.created,
      by: `${row.first_name} ${row.last_name}`.trim(),
      title: `Comment on ${row.identifier} ${row.item_name}`.trim(),
      did: truncateToLine(row.comment, maxTextLength),
      screen: `/inventory-detail/${row.item_id}`,
      part: `comment-${row.id}`,
    })),
})
