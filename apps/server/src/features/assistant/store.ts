import type { ItemType } from '@vitrine/contract'
import { toWordKeys } from '@vitrine/spelling'
import { yieldIfDue } from '../../base/event-loop.ts'
import { splitIntoBatches } from '../../db/batches.ts'
import type { Db } from '../../db/tables.ts'
import { selectItems, selectItemsInUse } from '../../items/reader.ts'
import { cachePerRevision } from '../../projections/index.ts'
import type { ProtectedWords } from './embedded.ts'

const itemsPerPage = 200

/** Reads the names in the database. */
const nameReader = (db: Db) => ({
  async listPeople(): Promise<string[]> {
    const rows = await db.selectFrom('user_account').select(['first_name', 'last_name']).execute()
    return rows.map(({ first_name, last_name }) => `${first_name} ${last_name}`)
  },

  async listTags(): Promise<string[]> {
    return (await db.selectFrom('journal_tag').select('name').execute()).map(({ name }) => name)
  },

  /** Yields names of items and values of their attributes that hold names, page by page. */
  async *listItemNames(): AsyncGenerator<string[]> {
    let lastId = 0
    for (;;) {
      const page = await db
        .selectFrom(selectItems(db).as('item'))
        .select(['id', 'identifier', 'name'])
        .where('id', '>', lastId)
        .orderBy('id')
        .limit(itemsPerPage)
        .execute()
      if (page.length === 0) return
      yield page.map(({ identifier, name }) => `${identifier} ${name}`)
      const lastIdOfPage = page.at(-1)?.id ?? lastId
      const values = await db
        .selectFrom('item_tag')
        .select('value')
        .where('item_id', '>', lastId)
        .where('item_id', '<=', lastIdOfPage)
        .where('tag_key', 'in', (keys) =>
          keys.selectFrom('tag_definition').select('tag_key').where('names', '=', 1),
        )
        .execute()
      yield values.map(({ value }) => value)
      lastId = lastIdOfPage
    }
  },
})

/** Reads the records that answers to staff quote or list. */
export const sourceStore = (db: Db) => ({
  /**
   * Finds the items in use with a value for one of the keys. If words are given, the value must
   * contain one of them.
   */
  async findItemIdsByAttributes(
    keys: readonly string[],
    words: readonly string[],
    limit: number,
  ): Promise<number[]> {
    const rows = await db
      .selectFrom('item_tag')
      .innerJoin(selectItemsInUse(db).as('item'), 'item.id', 'item_tag.item_id')
      .select('item.id')
      .distinct()
      .where('tag_key', 'in', keys)
      .where('value', '!=', '')
      .$if(words.length > 0, (query) =>
        query.where((eb) => eb.or(words.map((word) => eb('value', 'like', `%${word}%`)))),
      )
      .orderBy('item.id')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  },

  /** Counts the items in use by type and value of an attribute. */
  async countValues(key: string) {
    const rows = await db
      .selectFrom('item_tag')
      .innerJoin(selectItemsInUse(db).as('item'), 'item.id', 'item_tag.item_id')
      .select(({ fn }) => ['type', 'value', fn.countAll().as('count')])
      .where('tag_key', '=', key)
      .where('value', '!=', '')
      .groupBy(['type', 'value'])
      .execute()
    return rows.map((row) => ({ ...row, count: Number(row.count) }))
  },

  /** Lists the items in use of a type with one of these values of an attribute. */
  listItemsWithValue: (type: ItemType, key: string, values: readonly string[]) =>
    db
      .selectFrom('item_tag')
      .innerJoin(selectItemsInUse(db).as('item'), 'item.id', 'item_tag.item_id')
      .select(['item.id', 'identifier', 'name'])
      .where('type', '=', type)
      .where('tag_key', '=', key)
      .where('value', 'in', values)
      .execute(),

  /** Counts the items in use of a type in each of these places, by the place's id. */
  async countItemsInPlaces(type: ItemType, placeIds: readonly number[]) {
    const counts = new Map<number, number>()
    for (const ids of splitIntoBatches(placeIds)) {
      const rows = await db
        .selectFrom(selectItemsInUse(db).as('item'))
        .select(({ fn }) => ['place_id', fn.countAll().as('count')])
        .where('type', '=', type)
        .where('place_id', 'in', ids)
        .groupBy('place_id')
        .execute()
      for (const { place_id, count } of rows) counts.set(place_id ?? 0, Number(count))
    }
    return counts
  },

  /** Finds the newest comments on these items; returns their ids. */
  async findNewestComments(itemIds: readonly number[], limit: number): Promise<number[]> {
    if (itemIds.length === 0) return []
    const rows = await db
      .selectFrom('item_comment')
      .select('id')
      .where('item_id', 'in', itemIds)
      .where('deleted_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  },
})

/**
 * Reads the words of names in the database: of people, tags, items and their makers. Those of items
 * are cached until one changes.
 */
export function protectedWordReader(db: Db): ProtectedWords {
  const names = nameReader(db)
  const readCached = cachePerRevision<ReadonlySet<string>>({
    db,
    revisionNames: ['items', 'attributes'],
    max: 1,
  })

  return async () => {
    const itemWords = await readCached('', () => collectWords(names.listItemNames()))
    const otherWords = await collectWords([await names.listPeople(), await names.listTags()])
    return (word) => itemWords.has(word) || otherWords.has(word)
  }
}

async function collectWords(
  pages: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
): Promise<Set<string>> {
  const words = new Set<string>()
  for await (const names of pages) {
    for (const name of names) {
      // Copied, because V8 keeps the whole text in memory for a substring.
      for (const word of toWordKeys(name))
        if (!words.has(word)) words.add(Buffer.from(word).toString())
      await yieldIfDue()
    }
  }
  return words
}
