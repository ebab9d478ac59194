import type { Fact } from '@vitrine/contract'
import { chunks } from '../../db/chunks.ts'
import { hasEffect, locked } from '../../db/dialect.ts'
import type { Db, Tables } from '../../db/tables.ts'

export const stocktakeStore = (db: Db) => ({
  /** All, open ones first, or one; with how many items are expected, how many of these were seen, and how many facts came late. */
  campaigns: (only?: number) =>
    db
      .selectFrom('stocktake')
      .selectAll('stocktake')
      .select((eb) => [
        eb
          .selectFrom('stocktake_expected as expected')
          .select(({ fn }) => fn.countAll().as('count'))
          .whereRef('expected.stocktake_id', '=', 'stocktake.id')
          .as('expected'),
        eb
          .selectFrom('stocktake_fact as fact')
          .innerJoin('stocktake_expected as expected', (join) =>
            join
              .onRef('expected.stocktake_id', '=', 'fact.stocktake_id')
              .onRef('expected.item_id', '=', 'fact.item_id'),
          )
          .select(({ fn }) => fn.count('fact.item_id').distinct().as('count'))
          .whereRef('fact.stocktake_id', '=', 'stocktake.id')
          .where('kind', '=', 'seen')
          .where('late', '=', 0)
          .as('seen'),
        eb
          .selectFrom('stocktake_fact as fact')
          .select(({ fn }) => fn.countAll().as('count'))
          .whereRef('fact.stocktake_id', '=', 'stocktake.id')
          .where('late', '=', 1)
          .as('late'),
      ])
      .$if(only !== undefined, (query) => query.where('stocktake.id', '=', only ?? 0))
      .orderBy((eb) => eb('closed_at', 'is not', null))
      .orderBy('id', 'desc')
      .execute(),

  /** Facts of one stocktake are added, and it is closed, one transaction after the other. */
  lock: (id: number) => locked(db, db.selectFrom('stocktake').select('id').where('id', '=', id)).execute(),

  add: (row: Omit<Tables['stocktake'], 'id'>) =>
    db.insertInto('stocktake').values(row).returning('id').executeTakeFirstOrThrow(),

  close: (id: number, by: { closed_at: string; closed_by: string }) =>
    db.updateTable('stocktake').set(by).where('id', '=', id).execute(),

  async addMembers(id: number, users: readonly number[]): Promise<void> {
    const rows = await db.selectFrom('user_account').select('id').where('id', 'in', users).execute()
    if (rows.length > 0)
      await db
        .insertInto('stocktake_member')
        .values(rows.map((row) => ({ stocktake_id: id, user_id: row.id })))
        .execute()
  },

  members: () =>
    db
      .selectFrom('stocktake_member')
      .innerJoin('user_account', 'user_account.id', 'user_id')
      .select(['stocktake_id', 'user_account.id', 'first_name', 'last_name', 'email'])
      .orderBy('last_name')
      .orderBy('user_account.id')
      .execute(),

  /** Notes where the items of these places, or these items, are now; those in the archive are not expected. */
  async expect(id: number, by: 'place_id' | 'id', values: readonly number[]): Promise<void> {
    for (const some of chunks(values))
      await db
        .insertInto('stocktake_expected')
        .columns(['stocktake_id', 'item_id', 'place_id', 'identifier', 'name'])
        .expression((eb) =>
          eb
            .selectFrom('item')
            .select((item) => [item.val(id).as('stocktake_id'), 'id', 'place_id', 'identifier', 'name'])
            .where(by, 'in', some)
            .where('archived_at', 'is', null),
        )
        .execute()
  },

  expected: (id: number) =>
    db
      .selectFrom('stocktake_expected')
      .select(['item_id', 'place_id', 'identifier', 'name'])
      .where('stocktake_id', '=', id)
      .orderBy('item_id')
      .execute(),

  /** Everything in use, with its picture and place. */
  items: () =>
    db
      .selectFrom('item')
      .leftJoin('media', 'media.id', 'item.picture_id')
      .select(['item.id', 'item.identifier', 'item.name', 'item.place_id', 'media.name as picture'])
      .where('archived_at', 'is', null)
      .orderBy('item.id')
      .execute(),

  async itemsOf(ids: readonly number[]) {
    const columns = ['id', 'type', 'identifier', 'name', 'place_id'] as const
    const find = (some: readonly number[]) => db.selectFrom('item').select(columns).where('id', 'in', some).execute()
    return (await Promise.all([...chunks(ids)].map(find))).flat()
  },

  itemsCalled: (keys: readonly string[]) =>
    db
      .selectFrom('item')
      .select(['id', 'identifier_key', 'place_id'])
      .where('identifier_key', 'in', keys)
      .where('archived_at', 'is', null)
      .execute(),

  async knownFacts(ids: readonly string[]): Promise<Set<string>> {
    const rows = await db.selectFrom('stocktake_fact').select('id').where('id', 'in', ids).execute()
    return new Set(rows.map(({ id }) => id))
  },

  /** Those of these items that were seen already. */
  async seenItems(id: number, items: readonly number[]): Promise<Set<number | null>> {
    const rows = await db
      .selectFrom('stocktake_fact')
      .select('item_id')
      .where('stocktake_id', '=', id)
      .where('item_id', 'in', items)
      .where('kind', '=', 'seen')
      .execute()
    return new Set(rows.map(({ item_id }) => item_id))
  },

  /** The number of the last fact, or of the one with an id. */
  async lastNumber(id: number, factId?: string): Promise<number> {
    const { last } = await db
      .selectFrom('stocktake_fact')
      .select(({ fn }) => fn.max('number').as('last'))
      .where('stocktake_id', '=', id)
      .$if(factId !== undefined, (query) => query.where('id', '=', factId ?? ''))
      .executeTakeFirstOrThrow()
    return last ?? 0
  },

  addFacts: (facts: readonly Tables['stocktake_fact'][]) => db.insertInto('stocktake_fact').values(facts).execute(),

  /** In the order of arrival, after the fact of a number. */
  async facts(id: number, after = 0, limit = Number.MAX_SAFE_INTEGER): Promise<Fact[]> {
    const rows = await db
      .selectFrom('stocktake_fact')
      .selectAll()
      .where('stocktake_id', '=', id)
      .where('number', '>', after)
      .orderBy('number')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      placeId: row.place_id,
      code: row.code,
      itemId: row.item_id,
      notedPlaceId: row.noted_place_id,
      condition: row.condition,
      remark: row.remark,
      photo: row.photo === 1,
      seenAt: row.seen_at,
      receivedAt: row.received_at,
      by: row.user_name,
      ...(row.late === 1 && { late: true }),
    }))
  },

  decisions: (id: number) =>
    db.selectFrom('stocktake_decision').selectAll().where('stocktake_id', '=', id).orderBy('difference').execute(),

  async decide(rows: readonly Tables['stocktake_decision'][]): Promise<void> {
    for (const some of chunks(rows))
      await db
        .insertInto('stocktake_decision')
        .values(some)
        .onConflict((on) => on.doNothing())
        .execute()
  },

  undecide: (id: number, batch: string) =>
    hasEffect(db.deleteFrom('stocktake_decision').where('stocktake_id', '=', id).where('batch', '=', batch)),
})
