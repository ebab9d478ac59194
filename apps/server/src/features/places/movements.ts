import {
  type Api,
  addDays,
  type HandlerInput,
  type HandlerOutput,
  type Movement,
  toDay,
} from '@vitrine/contract'
import { instant } from '../../base/clock.ts'
import { conflict, fail, notFound } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import { type Actor, getAuthorName } from '../../http/access.ts'
import { finishJson } from '../../http/finish-text.ts'
import type { FinishedAnswer } from '../../http/finished.ts'
import { isMovedByItself, movementStore } from '../../items/movements.ts'
import { formatPlacePath, readPlaceTree, readPlaceTreeOn } from '../../items/places.ts'
import { cachePerRevision, updateProjections } from '../../projections/index.ts'
import { changeMany, itemStore } from '../items/index.ts'
import { readPlacesWith } from './expect-place.ts'
import { placeStore } from './store.ts'
import { toMovement } from './view.ts'

type Calls = Api['places']

const movementsPerPage = 50
/** Days before its expected return from which an item counts as due back. */
const dueSoonDays = 7

/** Movements of items, and items that are expected back. */
export const movementService = ({ db, clock }: Context) => {
  const store = placeStore(db)
  const cachedAway = cachePerRevision<FinishedAnswer>({ db, revisionNames: ['items'], max: 1 })

  return {
    async list({
      item,
      place,
      before,
    }: HandlerInput<Calls['movements']>['query']): Promise<HandlerOutput<Calls['movements']>> {
      if (place !== undefined) await readPlacesWith(db, place)
      const rows = await store.listMovements({ item, place, before, limit: movementsPerPage + 1 })
      return {
        movements: rows.slice(0, movementsPerPage).map(toMovement),
        hasMore: rows.length > movementsPerPage,
      }
    },

    /**
     * The place of an item at the end of a day: where its last movement until then ended, or its
     * first one after started, or its current place.
     */
    async whereabouts({
      item,
      day,
    }: HandlerInput<Calls['whereabouts']>['query']): Promise<{ path: number[] }> {
      const [placedItem] = await store.listPlacedItems([item])
      if (!placedItem) throw notFound('There is no such item.')
      const chain = (await movementStore(db).readChains([item])).get(item) ?? []
      const last = chain.findLast((movement) => movement.day <= day)
      const [firstMovement] = chain
      const startPlaceId = firstMovement ? firstMovement.from_id : placedItem.place_id
      const placeId = last ? last.to_id : startPlaceId
      const places = await readPlaceTreeOn(db, day)
      return { path: placeId === null ? [] : places.ancestry(placeId).map(({ id }) => id) }
    },

    away: () =>
      cachedAway('', async (revision) => {
        const movements: Movement[] = []
        for await (const batch of store.listAway()) movements.push(...batch.map(toMovement))
        return finishJson(`away-${revision}`, movements)
      }),

    /** Counts items that are due back soon or overdue. */
    countDueBack: (day: string): Promise<number> => store.countAway(addDays(day, dueSoonDays)),

    /** Changes the expected return of an item, without moving it. */
    expectBack: (
      actor: Actor,
      { itemId, backOn }: HandlerInput<Calls['expectBack']>['body'],
    ): Promise<{ before: string }> =>
      db.transaction().execute(async (tx) => {
        const item =
          (await itemStore(tx).lockMany([itemId])).get(itemId) ??
          fail(notFound('There is no such item.'))
        const { placeId } = item.state
        if (placeId === null) throw conflict('It is in no place. Please move it to one first.')

        const chain = (await movementStore(tx).readChains([itemId])).get(itemId) ?? []
        const currentStay = chain.findLast(isMovedByItself)
        const path = formatPlacePath(await readPlaceTree(tx), placeId)
        await movementStore(tx).add([
          {
            item_id: itemId,
            from_id: placeId,
            to_id: placeId,
            from_path: path,
            to_path: path,
            // The day on which the stay began: a movement recorded later may be dated before today.
            day: chain.at(-1)?.day ?? toDay(clock.now()),
            at: instant(clock),
            user_id: actor.userId,
            user_name: getAuthorName(actor),
            reason: currentStay?.reason ?? 'correction',
            back_on: backOn,
            remark: '',
          },
        ])
        await updateProjections(tx, 'movement', [itemId])
        return { before: currentStay?.back_on ?? '' }
      }),
  }
}

type MoveRequest = HandlerInput<Calls['move']>['body']

/**
 * Moves items of any type and records their history, in the context's transaction if there is one.
 */
export async function moveItems(
  context: Context,
  actor: Actor,
  { ids, to, dryRun, ...movement }: MoveRequest,
): Promise<HandlerOutput<Calls['move']>> {
  const itemsByType = Map.groupBy(await placeStore(context.db).itemTypes(ids), ({ type }) => type)
  const change = { what: 'place', placeId: to, ...movement } as const
  const outcome: HandlerOutput<Calls['move']> = {
    moved: 0,
    earlier: [],
    unchanged: 0,
    left: [],
    importIds: [],
  }
  for (const [type, items] of itemsByType) {
    const request = { type, ids: items.map(({ id }) => id), change, dryRun }
    const { changed, earlier, unchanged, left, importId } = await changeMany(
      context,
      actor,
      request,
    )
    outcome.moved += changed.length
    outcome.earlier.push(...earlier)
    outcome.unchanged += unchanged
    outcome.left.push(...left)
    if (importId !== null) outcome.importIds.push(importId)
  }
  return outcome
}
