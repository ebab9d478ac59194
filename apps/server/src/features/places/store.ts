import { type ItemType, type MovementReason, type PlaceState, placeFields } from '@vitrine/contract'
import { yieldingChunks } from '../../db/chunks.ts'
import { forUpdate } from '../../db/dialect.ts'
import { toColumns } from '../../db/records.ts'
import type { Db } from '../../db/tables.ts'
import { movedByItselfCondition, parsePlacePath } from '../../items/places.ts'
import { selectItems, selectItemsInUse } from '../../items/reader.ts'

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
    forUpdate(db, db.selectFrom('place').selectAll().where('id', '=', id)).executeTakeFirst(),

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
    for await (const batch of yieldingChunks(placeIds, placesPerQuery)) {
      const rows = placedItems(db)
        .where('item.place_id', 'in', batch)
        .where('item.archived_at', 'is', null)
      items.push(...(await rows.execute()))
    }
    return items
  },

  async listPlacedItems(ids: readonly number[]): Promise<PlacedItemRow[]> {
    const items: PlacedItemRow[] = []
    for await (const batch of yieldingChunks(ids))
      items.push(...(await placedItems(db).where('item.id', 'in', batch).execute()))
    return items
  },

  /** Ids of items that were moved out of a place, or within it, after an instant. */
  async itemsMovedOutAfter(placeId: number, at: string): Promise<number[]> {
    const rows = await db
      .selectFrom('movement')
      .select('item_id')
      .distinct()
      .where('from_path', 'like', pathPattern(placeId))
      .where('at', '>=', at)
      .execute()
    return rows.map(({ item_id }) => item_id)
  },

  /**
   * For each of these items moved after an instant, the path where its first such movement started.
   */
  async startPathsAfter(
    itemIds: readonly number[],
    at: string,
  ): Promise<Map<number, readonly number[]>> {
    const startPaths = new Map<number, readonly number[]>()
    for await (const batch of yieldingChunks(itemIds)) {
      const rows = await db
        .selectFrom('movement')
        .select(['item_id', 'from_path'])
        .where('item_id', 'in', batch)
        .where('at', '>=', at)
        .orderBy('id', 'desc')
        .execute()
      // Descending, so that the first movement wins.
      for (const { item_id, from_path } of rows) startPaths.set(item_id, parsePlacePath(from_path))
    }
    return startPaths
  },

  /** The last movement of an item before an instant, and the first one after it. */
  async nearestMovements(itemId: number, at: string) {
    const ofItem = db
      .selectFrom('movement')
      .select(['from_path', 'to_path'])
      .where('item_id', '=', itemId)
    return {
      before: await ofItem.where('at', '<', at).orderBy('id', 'desc').limit(1).executeTakeFirst(),
      after: await ofItem.where('at', '>=', at).orderBy('id').limit(1).executeTakeFirst(),
    }
  },

  listMovements({ item, place, before, limit }: MovementFilter): Promise<MovementRow[]> {
    let query = movementRows(db).orderBy('movement.id', 'desc').limit(limit)
    if (item !== undefined) query = query.where('movement.item_id', '=', item)
    if (place !== undefined)
      query = query.where(({ or, eb }) =>
        or([
          eb('from_path', 'like', pathPattern(place)),
          eb('to_path', 'like', pathPattern(place)),
        ]),
      )
    if (before !== undefined) query = query.where('movement.id', '<', before)
    return query.execute()
  },

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
    for await (const batch of yieldingChunks(ids.map(({ id }) => id)))
      yield movementRows(db)
        .where('movement.id', 'in', batch)
        .orderBy('back_on')
        .orderBy('movement.id')
        .execute()
  },

  /** Counts the items that are expected back by a day. */
  async countAway(until: string): Promise<number> {
    const { count } = await awayMovements(db)
      .where('back_on', '<=', until)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  },
})

const placesPerQuery = 100

/** LIKE pattern of paths that contain a place. */
const pathPattern = (placeId: number): string => `%/${placeId}/%`

interface MovementFilter {
  readonly item?: number | undefined
  readonly place?: number | undefined
  readonly before?: number | undefined
  readonly limit: number
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
  readonly at: string
  readonly user_id: number | null
  readonly user_name: string
  readonly reason: MovementReason
  readonly back_on: string
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
      'at',
      'user_id',
      'user_name',
      'reason',
      'back_on',
    ])
    .select(['item.type', 'item.identifier', 'item.name', 'item.place_id', 'media.name as picture'])

/** The latest own movement of each item that is expected back. */
const awayMovements = (db: Db) =>
  db
    .selectFrom('movement')
    .innerJoin(selectItemsInUse(db).as('item'), 'item.id', 'movement.item_id')
    .where('back_on', '!=', '')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('movement as later')
            .select('later.id')
            .whereRef('later.item_id', '=', 'movement.item_id')
            .whereRef('later.id', '>', 'movement.id')
            .where(movedByItselfCondition('later')),
        ),
      ),
    )
