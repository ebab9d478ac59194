import { itemFields } from '@vitrine/contract'
import { columnsIn } from '../db/records.ts'
import type { Db } from '../db/tables.ts'

const fieldColumns = columnsIn(itemFields).map((name) => `item.${name}` as const)

/** All items, for queries and joins: `.innerJoin(allItems(db).as('item'), 'item.id', 'item_comment.item_id')`. */
export const allItems = (db: Db) =>
  db
    .selectFrom('item')
    .select(fieldColumns)
    .select([
      'item.id',
      'item.type',
      'item.identifier_key',
      'item.public',
      'item.archived_at',
      'item.place_id',
      'item.picture_id',
      'item.checked_on',
      'item.version',
      'item.text_version',
      'item.updated_at',
    ])

export const itemsInUse = (db: Db) => allItems(db).where('item.archived_at', 'is', null)

export const itemsForVisitors = (db: Db) => itemsInUse(db).where('item.public', '=', 1)
