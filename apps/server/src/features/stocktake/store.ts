import type { Fact } from '@vitrine/contract'
import { sql } from 'kysely'
import { splitIntoBatches, splitIntoYieldingBatches } from '../../db/batches.ts'
import { tryWrite, withRowLocks } from '../../db/dialect.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { selectItems, selectItemsInUse } from '../../items/reader.ts'

/** Whether a fact arrived late and no manager has counted it. */
const isUncounted = sql<boolean>`(fact.late = 1 and not exists (
  select 1 from stocktake_decision
  where stocktake_decision.stocktake_id = fact.stocktake_id and difference = 'late ' || fact.id
))`

export const stocktakeStore = (db: Db) => ({
  /**
   * Lists all stocktakes, open ones first, or only one. Counts expected items, those of them that
   * were seen, and uncounted late facts.
   */
  list: (onlyId?: number) =>
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
          .where(({ not }) => not(isUncounted))
          .as('seen'),
        eb
          .selectFrom('stocktake_fact as fact')
          .select(({ fn }) => fn.countAll().as('count'))
          .whereRef('fact.stocktake_id', '=', 'stocktake.id')
          .where(isUncounted)
          .as('late'),
      ])
      .$if(onlyId !== undefined, (query) => query.where('stocktake.id', '=', onlyId ?? 0))
      .orderBy((eb) => eb('closed_at', 'is not', null))
      .orderBy('id', 'desc')
      .execute(),

  /**
   * Locks a stocktake until the transaction ends, so that its facts, decisions and closing are
   * serialized.
   */
  lock: (id: number) =>
    withRowLocks(db, db.selectFrom('stocktake').select('id').where('id', '=', id)).execute(),

  add: (row: Omit<Tables['stocktake'], 'id'>) =>
    db.insertInto('stocktake').values(row).returning('id').executeTakeFirstOrThrow(),

  setClosed: (id: number, closing: Pick<Tables['stocktake'], 'closed_at' | 'closed_by'>) =>
    db.updateTable('stocktake').set(closing).where('id', '=', id).execute(),

  async addMembers(id: number, users: readonly number[]): Promise<void> {
    const rows = await db.selectFrom('user_account').select('id').where('id', 'in', users).execute()
    if (rows.length > 0)
      await db
        .insertInto('stocktake_member')
        .values(rows.map((row) => ({ stocktake_id: id, user_id: row.id })))
        .execute()
  },

  listMembers: () =>
    db
      .selectFrom('stocktake_member')
      .innerJoin('user_account', 'user_account.id', 'user_id')
      .select(['stocktake_id', 'user_account.id', 'first_name', 'last_name', 'email'])
      .orderBy('last_name')
      .orderBy('user_account.id')
      .execute(),

  /**
   * Records these items, or the items in these places, as expected in their current place; archived
   * items are left out.
   */
  async addExpected(
    id: number,
    column: 'place_id' | 'id',
    values: readonly number[],
  ): Promise<void> {
    for (const batch of splitIntoBatches(values))
      await db
        .insertInto('stocktake_expected')
        .columns(['stocktake_id', 'item_id', 'place_id', 'identifier', 'name'])
        .expression((eb) =>
          eb
            .selectFrom(selectItemsInUse(db).as('item'))
            .select((item) => [
              item.val(id).as('stocktake_id'),
              'id',
              'place_id',
              'identifier',
              'name',
            ])
            .where(column, 'in', batch),
        )
        .execute()
  },

  listExpected: (id: number) =>
    db
      .selectFrom('stocktake_expected')
      .select(['item_id', 'place_id', 'identifier', 'name'])
      .where('stocktake_id', '=', id)
      .orderBy('item_id')
      .execute(),

  listIdentifiers: () =>
    db
      .selectFrom(selectItemsInUse(db).as('item'))
      .select(['id', 'identifier', 'place_id'])
      .execute(),

  async findItems(ids: readonly number[]) {
    const columns = ['id', 'type', 'identifier', 'name', 'place_id'] as const
    const find = (batch: readonly number[]) =>
      db.selectFrom(selectItems(db).as('item')).select(columns).where('id', 'in', batch).execute()
    return (await Promise.all([...splitIntoBatches(ids)].map(find))).flat()
  },

  findItemsByKey: (keys: readonly string[]) =>
    db
      .selectFrom(selectItemsInUse(db).as('item'))
      .select(['id', 'identifier_key', 'place_id'])
      .where('identifier_key', 'in', keys)
      .execute(),

  /** The stocktake of each of these facts that is stored already. */
  async findStocktakeIdsByFact(ids: readonly string[]): Promise<Map<string, number>> {
    const rows = await db
      .selectFrom('stocktake_fact')
      .select(['id', 'stocktake_id'])
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map(({ id, stocktake_id }) => [id, stocktake_id]))
  },

  /** Which of these items were seen, ignoring uncounted late facts. */
  async findSeenItems(id: number, items: readonly number[]): Promise<Set<number | null>> {
    const seen = new Set<number | null>()
    for (const batch of splitIntoBatches(items)) {
      const rows = await db
        .selectFrom('stocktake_fact as fact')
        .select('item_id')
        .where('stocktake_id', '=', id)
        .where('item_id', 'in', batch)
        .where('kind', '=', 'seen')
        .where(({ not }) => not(isUncounted))
        .execute()
      for (const { item_id } of rows) seen.add(item_id)
    }
    return seen
  },

  /** The number of the last fact, or of the fact with this id; 0 if there is none. */
  async lastNumber(id: number, factId?: string): Promise<number> {
    const { last } = await db
      .selectFrom('stocktake_fact')
      .select(({ fn }) => fn.max('number').as('last'))
      .where('stocktake_id', '=', id)
      .$if(factId !== undefined, (query) => query.where('id', '=', factId ?? ''))
      .executeTakeFirstOrThrow()
    return last ?? 0
  },

  addFacts: (facts: readonly Tables['stocktake_fact'][]) =>
    db.insertInto('stocktake_fact').values(facts).execute(),

  /** The facts after a number, in order of arrival. */
  pageFactsAfter: (id: number, after: number) => pageFacts(db, id, after),

  /** All facts without their long texts, in order of arrival. */
  async listBriefFacts(id: number): Promise<BriefFact[]> {
    const facts: BriefFact[] = []
    for (let lastNumber = 0; ; ) {
      const rows = await readBriefRows(db, id, lastNumber)
      facts.push(...rows.map(toBriefFact))
      if (rows.length < briefFactsPerQuery) return facts
      lastNumber = rows.at(-1)?.number ?? lastNumber
    }
  },

  /** The texts that brief facts leave out, by fact id. */
  async findFactTexts(ids: readonly string[]): Promise<Map<string, FactTexts>> {
    const texts = new Map<string, FactTexts>()
    for await (const batch of splitIntoYieldingBatches(ids)) {
      const rows = selectFacts(db).select(['fact.id', 'fact.code']).where('fact.id', 'in', batch)
      for (const { id, code, remark } of await rows.execute()) texts.set(id, { code, remark })
    }
    return texts
  },

  listDecisions: (id: number) =>
    db
      .selectFrom('stocktake_decision')
      .selectAll()
      .where('stocktake_id', '=', id)
      .orderBy('difference')
      .execute(),

  async addDecisions(rows: readonly Tables['stocktake_decision'][]): Promise<void> {
    for (const batch of splitIntoBatches(rows))
      await db.insertInto('stocktake_decision').values(batch).execute()
  },

  removeDecisions: (id: number, batch: string) =>
    tryWrite(
      db.deleteFrom('stocktake_decision').where('stocktake_id', '=', id).where('batch', '=', batch),
    ),
})

/** Selects facts. A condition that became a check has the check's state and remark. */
export const selectFacts = (db: Db) =>
  db
    .selectFrom('stocktake_fact as fact')
    .leftJoin('condition_check as noted', (join) =>
      join.onRef('noted.key', '=', 'fact.id').on('noted.deleted_at', 'is', null),
    )
    .select(({ fn }) => [
      fn.coalesce('noted.state', 'fact.condition').as('condition'),
      fn.coalesce('noted.remark', 'fact.remark').as('remark'),
    ])

type FactTexts = Pick<Fact, 'code' | 'remark'>

/** A fact without its remark, and without its code if the item is known; both may be long. */
export type BriefFact = Omit<Fact, 'remark'>

const factsPerQuery = 200
const briefFactsPerQuery = 1_000

async function* pageFacts(db: Db, id: number, after = 0): AsyncGenerator<Fact[]> {
  for (let lastNumber = after; ; ) {
    const rows = await readFactRows(db, id, lastNumber)
    if (rows.length > 0) yield rows.map(toFact)
    if (rows.length < factsPerQuery) return
    lastNumber = rows.at(-1)?.number ?? lastNumber
  }
}

const readFactRows = (db: Db, id: number, after: number) =>
  selectFacts(db)
    .select([...briefColumns, 'fact.code'])
    .select(isUncounted.as('is_uncounted'))
    .where('stocktake_id', '=', id)
    .where('number', '>', after)
    .orderBy('number')
    .limit(factsPerQuery)
    .execute()

const briefColumns = [
  'fact.id',
  'number',
  'kind',
  'place_id',
  'fact.item_id',
  'noted_place_id',
  'photo',
  'seen_at',
  'received_at',
  'user_name',
  'sent_by',
] as const

const readBriefRows = (db: Db, id: number, after: number) =>
  selectFacts(db)
    .select(briefColumns)
    .select([
      sql<string>`case when fact.item_id is null then code else '' end`.as('code'),
      isUncounted.as('is_uncounted'),
    ])
    .where('stocktake_id', '=', id)
    .where('number', '>', after)
    .orderBy('number')
    .limit(briefFactsPerQuery)
    .execute()

type BriefRow = Awaited<ReturnType<typeof readBriefRows>>[number]

const toFact = (row: BriefRow & Pick<Fact, 'remark'>): Fact => ({
  ...toBriefFact(row),
  remark: row.remark,
})

const toBriefFact = (row: BriefRow): BriefFact => ({
  id: row.id,
  kind: row.kind,
  placeId: row.place_id,
  code: row.code,
  itemId: row.item_id,
  notedPlaceId: row.noted_place_id,
  condition: row.condition,
  photo: row.photo === 1,
  seenAt: row.seen_at,
  receivedAt: row.received_at,
  by: row.user_name,
  sentBy: row.sent_by,
  // SQLite answers 0 or 1.
  ...(Boolean(row.is_uncounted) && { late: true }),
})
