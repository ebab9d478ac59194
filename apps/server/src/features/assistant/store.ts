import { itemTypes } from '@vitrine/contract'
import type { Db } from '../../db/tables.ts'

/** Reads the names in the database; changes nothing. */
export const namesStore = (db: Db) => ({
  people: () => db.selectFrom('user_account').select(['first_name', 'last_name']).execute(),

  tags: () => db.selectFrom('journal_tag').select('name').execute(),

  /** Changes whenever an item does, or what attributes mean. */
  async itemsRevision(): Promise<string> {
    const rows = await db
      .selectFrom('revision')
      .select('value')
      .where('name', 'in', [...itemTypes, 'attributes'])
      .execute()
    return rows
      .map((row) => row.value)
      .sort()
      .join(' ')
  },

  items: () => db.selectFrom('item').select(['identifier', 'name']).execute(),

  /** The values of attributes that hold names. */
  attributes: () =>
    db
      .selectFrom('item_tag')
      .select('value')
      .where('tag_key', 'in', (keys) => keys.selectFrom('tag_definition').select('tag_key').where('names', '=', 1))
      .execute(),
})
