import { itemTypes } from '@vitrine/contract'
import type { Db } from '../../db/tables.ts'

// Attributes of items that hold names.
const nameKeys = ['artist', 'composer', 'music', 'model', 'origin', 'country']

/** Reads where names stand in the database; changes nothing. */
export const namesStore = (db: Db) => ({
  people: () => db.selectFrom('user_account').select(['first_name', 'last_name']).execute(),

  tags: () => db.selectFrom('journal_tag').select('name').execute(),

  /** Changes whenever an item does. */
  async itemsRevision(): Promise<string> {
    const rows = await db.selectFrom('revision').select('value').where('name', 'in', itemTypes).execute()
    return rows
      .map((row) => row.value)
      .sort()
      .join(' ')
  },

  items: () => db.selectFrom('item').select(['identifier', 'name']).execute(),

  attributes: () => db.selectFrom('item_tag').select('value').where('tag_key', 'in', nameKeys).execute(),
})
