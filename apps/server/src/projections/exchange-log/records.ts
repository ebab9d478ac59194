import { type ItemType, itemTypes } from '@vitrine/contract'
import { chunks } from '../../db/chunks.ts'
import { forUpdate } from '../../db/dialect.ts'
import { preparedQuery } from '../../db/prepared.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { selectPublicItems } from '../../items/reader.ts'

/** Which records a list has; each bound belongs to it. */
export interface ExchangeSelection {
  readonly type: ItemType | null
  readonly from: string | null
  readonly until: string | null
}

const clockOf = preparedQuery((db) => db.selectFrom('exchange_clock').select(['latest', 'source']))
const firstChange = preparedQuery((db) => db.selectFrom('exchange_change').select('id').limit(1))

const records = (db: Db) =>
  db
    .selectFrom('exchange_record')
    .leftJoin(selectPublicItems(db).as('shown'), 'shown.id', 'exchange_record.item_id')
    .select(['item_id as id', 'exchange_record.type', 'datestamp', 'shown.id as shown_id'])

const selected = (db: Db, { type, from, until }: ExchangeSelection, since: string | null = null) =>
  records(db)
    .where('exchange_record.type', 'in', type === null ? itemTypes : [type])
    .$if(from !== null, (query) => query.where('datestamp', '>=', from ?? ''))
    .$if(until !== null, (query) =>
      query.where((is) =>
        is.or([
          is('datestamp', '<=', until ?? ''),
          ...(since === null ? [] : [is('datestamp', '>=', since)]),
        ]),
      ),
    )

export const exchangeRecordStore = (db: Db) => ({
  /** Records a possible change for harvesters: of one item, or of all of a type. Rows are only inserted, so no writer waits. */
  async announce(changes: readonly Omit<Tables['exchange_change'], 'id'>[]): Promise<void> {
    for (const some of chunks(changes))
      await db.insertInto('exchange_change').values(some).execute()
  },

  clock: async () => (await clockOf(db))[0] ?? { latest: '', source: '' },

  hasChanges: async () => (await firstChange(db)).length > 0,

  /** The clock, locked until the transaction ends. */
  lockClock: () =>
    forUpdate(db, db.selectFrom('exchange_clock').select(['latest', 'source'])).executeTakeFirst(),

  setClock: (latest: string, source: string) =>
    db.updateTable('exchange_clock').set({ latest, source }).execute(),

  /** Some of those that are not in the records yet, oldest first. */
  changes: (count: number) =>
    db.selectFrom('exchange_change').selectAll().orderBy('id').limit(count).execute(),

  removeChanges: (ids: readonly number[]) =>
    db.deleteFrom('exchange_change').where('id', 'in', ids).execute(),

  /** Of these items, those that visitors see now or saw before. */
  async known(ids: readonly number[]): Promise<{ id: number; type: ItemType }[]> {
    const shown = await selectPublicItems(db).where('id', 'in', ids).execute()
    const before = await db
      .selectFrom('exchange_record')
      .select(['item_id as id', 'type'])
      .where('item_id', 'in', ids)
      .execute()
    return [...new Map([...before, ...shown].map((row) => [row.id, row])).values()]
  },

  /** No datestamp becomes an earlier one. */
  put: (rows: readonly Tables['exchange_record'][]) =>
    db
      .insertInto('exchange_record')
      .values(rows)
      .onConflict((on) =>
        on
          .column('item_id')
          .doUpdateSet(({ ref }) => ({ datestamp: ref('excluded.datestamp') }))
          .whereRef('exchange_record.datestamp', '<', 'excluded.datestamp'),
      )
      .execute(),

  /** All that visitors see of some types; no datestamp becomes an earlier one. */
  restamp: (types: readonly ItemType[], datestamp: string) =>
    db
      .updateTable('exchange_record')
      .set({ datestamp })
      .where('datestamp', '<', datestamp)
      .where(
        'item_id',
        'in',
        selectPublicItems(db).clearSelect().select('id').where('type', 'in', types),
      )
      .execute(),

  /**
   * Those of a list after an item, by id: whatever changes meanwhile, each comes once at most. One that has changed since
   * the list began belongs to it whatever its end, or the last part could have nothing left.
   */
  page: (
    selection: ExchangeSelection,
    { after, since }: { after: number; since: string | null },
    count: number,
  ) =>
    selected(db, selection, since)
      .where('item_id', '>', after)
      .orderBy('item_id')
      .limit(count)
      .execute(),

  async count(selection: ExchangeSelection): Promise<number> {
    const { count } = await selected(db, selection)
      .clearSelect()
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  find: (id: number) => records(db).where('item_id', '=', id).executeTakeFirst(),

  async earliest(): Promise<string | null> {
    const row = await db
      .selectFrom('exchange_record')
      .select(({ fn }) => fn.min('datestamp').as('datestamp'))
      .executeTakeFirst()
    return row?.datestamp ?? null
  },

  /** Public items that no harvester would get. */
  unannounced: () =>
    selectPublicItems(db)
      .where('id', 'not in', db.selectFrom('exchange_record').select('item_id'))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('exchange_change')
              .select('exchange_change.id')
              .whereRef('item_id', '=', 'item.id'),
          ),
        ),
      )
      .orderBy('id')
      .execute(),
})

export type ExchangeRow = Awaited<
  ReturnType<ReturnType<typeof exchangeRecordStore>['page']>
>[number]
