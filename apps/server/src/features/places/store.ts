import { type ItemType, type MovementReason, type PlaceState, placeFields } from '@vitrine/contract'
import { sql, type Updateable } from 'kysely'
import { splitIntoYieldingBatches } from '../../db/batches.ts'
import { withRowLocks } from '../../db/dialect.ts'
import { toColumns } from '../../db/records.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { movedByItselfCondition } from '../../items/places.ts'
import { selectItems, selectItemsInUse } from '../../items/reader.ts'

const placesPerQuery = 100
/** Movements cannot be dated earlier. */
const earliestDay = '1800'

export const placeStore = (db: Db) => ({
  /** Number of items in use directly in each place. */
  async countItems(): Promise<Map<number, number>> {
    const rows = await db
      .selectFrom(selectItemsInUse(db).as('item'))
      .select(({ fn }) => ['place_id', fn.countAll().as('count')])
      .where('place_id', 'is not', null)
      .groupBy('place_id')
      .execute()
    return new Map(rows.map(({ place_id, count }) => [place_id ?? 0, Number(count)]))
  },

  /** The items directly in these places, archived ones included. */
  itemsIn: (placeIds: readonly number[]) =>
    db
      .selectFrom(selectItems(db).as('item'))
      .select(['id', 'place_id'])
      .where('place_id', 'in', placeIds)
      .orderBy('id')
      .execute(),

  lock: (id: number) =>
    withRowLocks(db, db.selectFrom('place').selectAll().where('id', '=', id)).executeTakeFirst(),

  async write(id: number | null, place: PlaceState, version: number, at: string): Promise<number> {
    const code_key = place.code.toLowerCase()
    const columns = { ...toColumns(placeFields, place), code_key, version, changed_at: at }
    const query =
      id === null
        ? db.insertInto('place').values(columns).returning('id')
        : db.updateTable('place').set(columns).where('id', '=', id).returning('id')
    return (await query.executeTakeFirstOrThrow()).id
  },

  itemTypes: (ids: readonly number[]) =>
    db
      .selectFrom(selectItems(db).as('item'))
      .select(['id', 'type'])
      .where('id', 'in', ids)
      .execute(),

  /** The items in use that are in these places now. */
  async listContents(placeIds: readonly number[]): Promise<PlacedItemRow[]> {
    const items: PlacedItemRow[] = []
    for await (const batch of splitIntoYieldingBatches(placeIds, placesPerQuery)) {
      const rows = placedItems(db)
        .where('item.place_id', 'in', batch)
        .where('item.archived_at', 'is', null)
      items.push(...(await rows.execute()))
    }
    return items
  },

  async listPlacedItems(ids: readonly number[]): Promise<PlacedItemRow[]> {
    const items: PlacedItemRow[] = []
    for await (const batch of splitIntoYieldingBatches(ids))
      items.push(...(await placedItems(db).where('item.id', 'in', batch).execute()))
    return items
  },

  /** Ids of items that were moved out of these places, or stayed in them, after a day. */
  async itemsMovedOutAfter(placeIds: readonly number[], day: string): Promise<number[]> {
    const itemIds = new Set<number>()
    for await (const batch of splitIntoYieldingBatches(placeIds)) {
      const rows = await db
        .selectFrom('movement')
        .select('item_id')
        .distinct()
        .where('from_id', 'in', batch)
        .where('day', '>', day)
        .execute()
      for (const { item_id } of rows) itemIds.add(item_id)
    }
    return [...itemIds]
  },

  /** For each of these items moved after a day, the place where its first such movement started. */
  async startPlacesAfter(
    itemIds: readonly number[],
    day: string,
  ): Promise<Map<number, number | null>> {
    const startPlaces = new Map<number, number | null>()
    for await (const batch of splitIntoYieldingBatches(itemIds)) {
      const rows = await db
        .selectFrom('movement')
        .select(['item_id', 'from_id'])
        .where('item_id', 'in', batch)
        .where('day', '>', day)
        .orderBy('day', 'desc')
        .orderBy('id', 'desc')
        .execute()
      // Descending, so that the first movement wins.
      for (const { item_id, from_id } of rows) startPlaces.set(item_id, from_id)
    }
    return startPlaces
  },

  listMovements({ item, place, before, limit }: MovementFilter): Promise<MovementRow[]> {
    let query = movementRows(db)
      .orderBy('movement.day', 'desc')
      .orderBy('movement.id', 'desc')
      .limit(limit)
    if (item !== undefined) query = query.where('movement.item_id', '=', item)
    if (place !== undefined)
      query = query.where(({ or, eb }) =>
        or([
          eb('from_path', 'like', pathPattern(place)),
          eb('to_path', 'like', pathPattern(place)),
        ]),
      )
    if (before !== undefined)
      query = query.where(({ or, and, eb, selectFrom }) => {
        const day = selectFrom('movement as last').select('last.day').where('last.id', '=', before)
        return or([
          eb('movement.day', '<', day),
          and([eb('movement.day', '=', day), eb('movement.id', '<', before)]),
        ])
      })
    return query.execute()
  },

  /** Movements on no day, on a future one or before the earliest one. */
  listImpossibleDays: (today: string) =>
    db
      .selectFrom('movement')
      .select(['id', 'item_id', 'day', 'at'])
      .where(({ or, eb }) => or([eb('day', '<', earliestDay), eb('day', '>', today)]))
      .orderBy('item_id')
      .orderBy('id')
      .execute(),

  /** Movements that do not start where the one before ended, which is `place_id` and `path`. */
  listBrokenMovements: () =>
    db
      .selectFrom((from) =>
        from
          .selectFrom('movement')
          .select(({ fn }) => [
            'id',
            'item_id',
            'day',
            'from_id',
            fn
              .agg<number | null>('lag', ['to_id'])
              .over((over) => over.partitionBy('item_id').orderBy('day').orderBy('id'))
              .as('place_id'),
            // Only null for the first movement of an item, while `place_id` may be null for others.
            fn
              .agg<string | null>('lag', ['to_path'])
              .over((over) => over.partitionBy('item_id').orderBy('day').orderBy('id'))
              .as('path'),
          ])
          .as('movement'),
      )
      .select(['id', 'item_id', 'day', 'place_id'])
      .select(({ fn, val }) => fn.coalesce('path', val('')).as('path'))
      .where('path', 'is not', null)
      .where(({ eb, ref }) => eb('from_id', 'is distinct from', ref('place_id')))
      .orderBy('item_id')
      .orderBy('id')
      .execute(),

  /** The latest movements of items that are in another place now. */
  listUnexplainedPlaces: () =>
    db
      .selectFrom('movement')
      .innerJoin(selectItems(db).as('item'), 'item.id', 'movement.item_id')
      .select(['movement.id', 'item_id', 'to_id', 'item.place_id'])
      .where(({ eb, ref }) => eb('to_id', 'is distinct from', ref('item.place_id')))
      .where(({ not, exists }) => not(exists(laterMovements(db))))
      .orderBy('item_id')
      .execute(),

  correctMovement: (id: number, columns: Updateable<Tables['movement']>) =>
    db.updateTable('movement').set(columns).where('id', '=', id).execute(),

  /** The accounts with an e-mail address, and whether they want mails. */
  listMailAccounts: () =>
    db
      .selectFrom('user_account')
      .select(['id', 'email', 'role', 'task_mail'])
      .where('email', '!=', '')
      .execute(),

  /**
   * The latest own movement of each item that is expected back, by day of return; later movements
   * of its place do not count.
   */
  async *listAway(): AsyncGenerator<MovementRow[]> {
    const ids = await awayMovements(db)
      .select('movement.id')
      .orderBy('back_on')
      .orderBy('movement.id')
      .execute()
    for await (const batch of splitIntoYieldingBatches(ids.map(({ id }) => id)))
      yield movementRows(db)
        .where('movement.id', 'in', batch)
        .orderBy('back_on')
        .orderBy('movement.id')
        .execute()
  },

  /** Counts the items that are expected back by a day. */
  async countAway(lastDay: string): Promise<number> {
    const { count } = await awayMovements(db)
      .where('back_on', '<=', lastDay)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  },
})

/** LIKE pattern of paths that contain a place. */
const pathPattern = (placeId: number): string => `%/${placeId}/%`

interface MovementFilter {
  readonly item?: number | undefined
  readonly place?: number | undefined
  /** Id of the movement at the end of the previous page. */
  readonly before?: number | undefined
  readonly limit: number
}

/** A movement with the place where its item is now. */
export interface MovementCheck {
  readonly item_id: number
  readonly to_id: number | null
  readonly place_id: number | null
}

export interface PlacedItemRow {
  readonly id: number
  readonly type: ItemType
  readonly identifier: string
  readonly name: string
  readonly place_id: number | null
  readonly picture: string | null
}

export interface MovementRow {
  readonly id: number
  readonly item_id: number
  readonly from_id: number | null
  readonly to_id: number | null
  readonly from_path: string
  readonly to_path: string
  readonly day: string
  readonly at: string
  readonly user_id: number | null
  readonly user_name: string
  readonly reason: MovementReason
  readonly back_on: string
  readonly remark: string
  readonly type: ItemType
  readonly identifier: string
  readonly name: string
  readonly place_id: number | null
  readonly picture: string | null
}

const placedItems = (db: Db) =>
  db
    .selectFrom(selectItems(db).as('item'))
    .leftJoin('media', 'media.id', 'item.picture_id')
    .select([
      'item.id',
      'item.type',
      'item.identifier',
      'item.name',
      'item.place_id',
      'media.name as picture',
    ])

const movementRows = (db: Db) =>
  db
    .selectFrom('movement')
    .innerJoin(selectItems(db).as('item'), 'item.id', 'movement.item_id')
    .leftJoin('media', 'media.id', 'item.picture_id')
    .select([
      'movement.id',
      'item_id',
      'from_id',
      'to_id',
      'from_path',
      'to_path',
      'day',
      'at',
      'user_id',
      'user_name',
      'reason',
      'back_on',
      'remark',
    ])
    .select(['item.type', 'item.identifier', 'item.name', 'item.place_id', 'media.name as picture'])

/** The latest own movement of each item that is expected back. */
const awayMovements = (db: Db) =>
  db
    .selectFrom('movement')
    .innerJoin(selectItemsInUse(db).as('item'), 'item.id', 'movement.item_id')
    .where('back_on', '!=', '')
    .where(movedByItselfCondition('movement'))
    .where(({ not, exists }) =>
      not(exists(laterMovements(db).where(movedByItselfCondition('later')))),
    )

/** For a subquery: the later movements of the same item. */
const laterMovements = (db: Db) =>
  db
    .selectFrom('movement as later')
    .select('later.id')
    .where(({ or, and, eb }) => {
      const [itemId, day, id] = [
        sql.ref<number>('movement.item_id'),
        sql.ref<string>('movement.day'),
        sql.ref<number>('movement.id'),
      ]
      const isLater = or([
        eb('later.day', '>', day),
        and([eb('later.day', '=', day), eb('later.id', '>', id)]),
      ])
      return and([eb('later.item_id', '=', itemId), isLater])
    })
