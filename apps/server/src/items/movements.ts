import type { Insertable, Selectable } from 'kysely'
import { conflict } from '../base/failure.ts'
import { splitIntoYieldingBatches } from '../db/batches.ts'
import type { Db, Tables } from '../db/tables.ts'
import { selectItems } from './reader.ts'

type MovementRow = Selectable<Tables['movement']>

/** A movement of an item, as far as the movements around it depend on it. */
export type ChainedMovement = Pick<
  MovementRow,
  'id' | 'item_id' | 'from_id' | 'to_id' | 'from_path' | 'to_path' | 'day' | 'reason' | 'back_on'
>

type NewMovement = Insertable<Tables['movement']>

/** A movement that is inserted before later movements of its item. */
export interface EarlierMovement {
  /** All movements of the item, in their order. */
  readonly chain: readonly ChainedMovement[]
  readonly movement: Omit<NewMovement, 'item_id' | 'from_id' | 'from_path'>
}

/** The first movement of an item after a day. */
export const findNextMovement = <M extends Pick<MovementRow, 'day'>>(
  chain: readonly M[],
  day: string,
): M | undefined => chain.find((movement) => movement.day > day)

/**
 * Whether an item was moved by itself (or its return date set), rather than along with the place
 * that contains it. Only such a movement tells why an item is where it is, and until when.
 */
export const isMovedByItself = ({
  from_id,
  to_id,
  from_path,
  to_path,
}: Pick<MovementRow, 'from_id' | 'to_id' | 'from_path' | 'to_path'>): boolean =>
  from_id === null || from_id !== to_id || from_path === to_path

export const movementStore = (db: Db) => ({
  async add(movements: readonly NewMovement[]): Promise<void> {
    for await (const batch of splitIntoYieldingBatches(movements))
      await db.insertInto('movement').values(batch).execute()
  },

  /** The movements of each item in their order: by day, then as they were recorded. */
  async readChains(itemIds: readonly number[]): Promise<Map<number, ChainedMovement[]>> {
    const movements: ChainedMovement[] = []
    for await (const batch of splitIntoYieldingBatches(itemIds)) {
      const rows = await db
        .selectFrom('movement')
        .select(['id', 'item_id', 'from_id', 'to_id', 'from_path', 'to_path'])
        .select(['day', 'reason', 'back_on'])
        .where('item_id', 'in', batch)
        .orderBy('day')
        .orderBy('id')
        .execute()
      movements.push(...rows)
    }
    return Map.groupBy(movements, ({ item_id }) => item_id)
  },

  /**
   * Inserts movements so that each starts where its next one started, and the next one starts where
   * it ends. Lock the items before their chains are read.
   */
  async insertEarlier(movements: readonly EarlierMovement[]): Promise<void> {
    const inserted = movements.map(({ chain, movement }) => {
      const next = findNextMovement(chain, movement.day)
      if (!next) throw conflict('Its movements have changed meanwhile. Please try again.')
      return { chain, movement, next }
    })
    await movementStore(db).add(
      inserted.map(({ movement, next }) => ({
        ...movement,
        item_id: next.item_id,
        from_id: next.from_id,
        from_path: next.from_path,
      })),
    )
    for (const toSamePlace of Map.groupBy(inserted, ({ movement }) => movement.to_path).values()) {
      const [first] = toSamePlace
      const nextIds = toSamePlace.map(({ next }) => next.id)
      if (first) await setStartingPlace(db, first.movement, nextIds)
    }
    await keepReturnDays(db, inserted)
  },

  /** The movements that a change of many items inserted before later ones. */
  listInserted: (importId: number) =>
    db
      .selectFrom('movement')
      .innerJoin(selectItems(db).as('item'), 'item.id', 'movement.item_id')
      .selectAll('movement')
      .select('item.identifier')
      .where('import_id', '=', importId)
      .orderBy('item_id')
      .execute(),
})

type PlaceWithPath = Pick<NewMovement, 'to_id' | 'to_path'>

/** Makes movements start where the inserted ones before them end. */
async function setStartingPlace(db: Db, place: PlaceWithPath, movementIds: readonly number[]) {
  for await (const batch of splitIntoYieldingBatches(movementIds))
    await db
      .updateTable('movement')
      .set({ from_id: place.to_id, from_path: place.to_path })
      .where('id', 'in', batch)
      .execute()
}

interface InsertedMovement extends EarlierMovement {
  /** The item's first movement after the inserted one. */
  readonly next: ChainedMovement
}

/**
 * An item that was carried along with its place now comes from elsewhere, so that this movement
 * tells why it is there: it gets the return date of the former stay, which would else be lost.
 */
async function keepReturnDays(db: Db, inserted: readonly InsertedMovement[]): Promise<void> {
  for (const { chain, next } of inserted) {
    if (isMovedByItself(next)) continue
    const stay = chain.slice(0, chain.indexOf(next)).findLast(isMovedByItself)
    if (!stay?.back_on) continue
    await db
      .updateTable('movement')
      .set({ back_on: stay.back_on })
      .where('id', '=', next.id)
      .execute()
  }
}
