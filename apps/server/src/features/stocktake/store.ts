import { chunks } from '../../db/chunks.ts'
import { hasEffect, locked } from '../../db/dialect.ts'
import type { Db, Tables } from '../../db/tables.ts'

type Fact = Tables['stocktake_fact']
type Decided = Tables['stocktake_decision']

export const stocktakeStore = (db: Db) => ({
  all: () => db.selectFrom('stocktake').selectAll().orderBy('id', 'desc').execute(),
  find: (id: number) => db.selectFrom('stocktake').selectAll().where('id', '=', id).executeTakeFirst(),
  /** Facts of one stocktake are added, and it is closed, one transaction after the other. */
  lock: (id: number) => locked(db, db.selectFrom('stocktake').selectAll().where('id', '=', id)).executeTakeFirst(),

  add: (row: Omit<Tables['stocktake'], 'id'>) =>
    db.insertInto('stocktake').values(row).returningAll().executeTakeFirstOrThrow(),

  close: (id: number, by: { closed_at: string; closed_by: string }) =>
    db.updateTable('stocktake').set(by).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),

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

  /** By stocktake: how many items are expected, how many of them were seen, how many facts came late. */
  async counts() {
    const by = <Row extends { id: number; count: string | number | bigint }>(rows: readonly Row[]) =>
      new Map(rows.map(({ id, count }) => [id, Number(count)]))
    const expected = await db
      .selectFrom('stocktake_expected')
      .select(({ fn }) => ['stocktake_id as id', fn.countAll().as('count')])
      .groupBy('stocktake_id')
      .execute()
    const seen = await db
      .selectFrom('stocktake_fact as fact')
      .innerJoin('stocktake_expected as expected', (join) =>
        join.onRef('expected.stocktake_id', '=', 'fact.stocktake_id').onRef('expected.item_id', '=', 'fact.item_id'),
      )
      .select(({ fn }) => ['fact.stocktake_id as id', fn.count('fact.item_id').distinct().as('count')])
      .where('kind', '=', 'seen')
      .where('late', '=', 0)
      .groupBy('fact.stocktake_id')
      .execute()
    const late = await db
      .selectFrom('stocktake_fact')
      .select(({ fn }) => ['stocktake_id as id', fn.countAll().as('count')])
      .where('late', '=', 1)
      .groupBy('stocktake_id')
      .execute()
    return { expected: by(expected), seen: by(seen), late: by(late) }
  },

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
    const found = []
    for (const some of chunks(ids))
      found.push(
        ...(await db
          .selectFrom('item')
          .select(['id', 'type', 'identifier', 'name', 'place_id'])
          .where('id', 'in', some)
          .execute()),
      )
    return found
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

  async lastNumber(id: number): Promise<number> {
    const { last } = await db
      .selectFrom('stocktake_fact')
      .select(({ fn }) => fn.max('number').as('last'))
      .where('stocktake_id', '=', id)
      .executeTakeFirstOrThrow()
    return last ?? 0
  },

  addFacts: (facts: readonly Fact[]) => db.insertInto('stocktake_fact').values(facts).execute(),

  facts: (id: number, since: number, limit: number) =>
    db
      .selectFrom('stocktake_fact')
      .selectAll()
      .where('stocktake_id', '=', id)
      .where('number', '>', since)
      .orderBy('number')
      .limit(limit)
      .execute(),

  decisions: (id: number) =>
    db.selectFrom('stocktake_decision').selectAll().where('stocktake_id', '=', id).orderBy('difference').execute(),

  async decide(rows: readonly Decided[]): Promise<void> {
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

export type CampaignRow = NonNullable<Awaited<ReturnType<ReturnType<typeof stocktakeStore>['find']>>>
