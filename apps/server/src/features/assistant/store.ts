import { itemTypes } from '@vitrine/contract'
import type { Db } from '../../db/tables.ts'

const itemsPerPage = 200

/** Reads the names in the database; changes nothing. */
export const namesStore = (db: Db) => ({
  async people(): Promise<string[]> {
    const rows = await db.selectFrom('user_account').select(['first_name', 'last_name']).execute()
    return rows.map(({ first_name, last_name }) => `${first_name} ${last_name}`)
  },

  async tags(): Promise<string[]> {
    return (await db.selectFrom('journal_tag').select('name').execute()).map(({ name }) => name)
  },

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

  /** What items are called, and the values of their attributes that hold names, page by page. */
  async *items(): AsyncGenerator<string[]> {
    for (let last = 0; ; ) {
      const page = await db
        .selectFrom('item')
        .select(['id', 'identifier', 'name'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(itemsPerPage)
        .execute()
      if (page.length === 0) return
      yield page.map(({ identifier, name }) => `${identifier} ${name}`)
      const next = page.at(-1)?.id ?? last
      const values = await db
        .selectFrom('item_tag')
        .select('value')
        .where('item_id', '>', last)
        .where('item_id', '<=', next)
        .where('tag_key', 'in', (keys) => keys.selectFrom('tag_definition').select('tag_key').where('names', '=', 1))
        .execute()
      yield values.map(({ value }) => value)
      last = next
    }
  },
})
