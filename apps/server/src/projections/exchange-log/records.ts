import { type ItemType, itemTypes } from '@vitrine/contract'
import { splitIntoBatches } from '../../db/batches.ts'
import { withRowLocks } from '../../db/dialect.ts'
import { prepareQuery } from '../../db/prepared.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { selectPublicItems } from '../../items/reader.ts'

/** Which records a list contains; both bounds are inclusive. */
export interface ExchangeSelection {
  readonly type: ItemType | null
  readonly from: string | null
  readonly until: string | null
}

const selectClock = prepareQuery((db) =>
  db.selectFrom('exchange_clock').select(['latest', 'source']),
)
const findFirstChange = prepareQuery((db) => db.selectFrom('exchange_change').select('id').limit(1))

const selectRecords = (db: Db) =>
  db
    .selectFrom('exchange_record')
    .leftJoin(selectPublicItems(db).as('shown'), 'shown.id', 'exchange_record.item_id')
    .select(['item_id as id', 'exchange_record.type', 'datestamp', 'shown.id as shown_id'])

/** Selects the records of a list; with `since`, also those past `until` that changed since then. */
const selectMatching = (
  db: Db,
  { type, from, until }: ExchangeSelection,
  since: string | null = null,
) =>
  selectRecords(db)
    .where('exchange_record.type', 'in', type === null ? itemTypes : [type])
    .$if(from !== null, (query) => query.where('datestamp', '>=', from ?? ''))
    .$if(until !== null, (query) =>
      query.where(({ eb, or }) => {
        const alternatives = [eb('datestamp', '<=', until ?? '')]
        if (since !== null) alternatives.push(eb('datestamp', '>=', since))
        return or(alternatives)
      }),
    )

export const exchangeRecordStore = (db: Db) => ({
  /**
   * Records a possible change for harvesters: of one item, or of all items of a type. Rows are only
   * inserted, so no writer waits.
   */
  async announce(changes: readonly Omit<Tables['exchange_change'], 'id'>[]): Promise<void> {
    for (const batch of splitIntoBatches(changes))
      await db.insertInto('exchange_change').values(batch).execute()
  },

  /** `source` is a hash of everything on which the records depend besides their items. */
  readClock: async () => (await selectClock(db))[0] ?? { latest: '', source: '' },

  hasChanges: async () => (await findFirstChange(db)).length > 0,

  /** Reads the clock and locks it until the transaction ends. */
  lockClock: () =>
    withRowLocks(
      db,
      db.selectFrom('exchange_clock').select(['latest', 'source']),
    ).executeTakeFirst(),

  setClock: (latest: string, source: string) =>
    db.updateTable('exchange_clock').set({ latest, source }).execute(),

  /** The oldest changes that are not applied yet. */
  readChanges: (count: number) =>
    db.selectFrom('exchange_change').selectAll().orderBy('id').limit(count).execute(),

  removeChanges: (ids: readonly number[]) =>
    db.deleteFrom('exchange_change').where('id', 'in', ids).execute(),

  /** Finds which of these items are public, or were once. */
  async findEverPublic(ids: readonly number[]): Promise<{ id: number; type: ItemType }[]> {
    const shown = await selectPublicItems(db).where('id', 'in', ids).execute()
    const recorded = await db
      .selectFrom('exchange_record')
      .select(['item_id as id', 'type'])
      .where('item_id', 'in', ids)
      .execute()
    return [...new Map([...recorded, ...shown].map((row) => [row.id, row])).values()]
  },

  /** Upserts records; a datestamp never becomes earlier. */
  upsert: (rows: readonly Tables['exchange_record'][]) =>
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

  /** Dates all public items of some types anew; a datestamp never becomes earlier. */
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
   * The records of a list after an item, by id, so that each comes at most once whatever changes
   * meanwhile. A record that changed since the list began is included even if it is now past the
   * upper bound: otherwise the last part of the list could be empty.
   */
  readPage: (
    selection: ExchangeSelection,
    { after, since }: { after: number; since: string | null },
    count: number,
  ) =>
    selectMatching(db, selection, since)
      .where('item_id', '>', after)
      .orderBy('item_id')
      .limit(count)
      .execute(),

  async count(selection: ExchangeSelection): Promise<number> {
    const { count } = await selectMatching(db, selection)
      .clearSelect()
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  find: (id: number) => selectRecords(db).where('item_id', '=', id).executeTakeFirst(),

  async findEarliestDatestamp(): Promise<string | null> {
    const row = await db
      .selectFrom('exchange_record')
      .select(({ fn }) => fn.min('datestamp').as('datestamp'))
      .executeTakeFirst()
    return row?.datestamp ?? null
  },

  /** Public items of which no harvester would learn. */
  findUnannouncedItems: () =>
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
  ReturnType<ReturnType<typeof exchangeRecordStore>['readPage']>
>[number]
