import {
  type Api,
  addDays,
  type HandlerInput,
  type HandlerOutput,
  type Movement,
  startOfDay,
} from '@vitrine/contract'
import { instant } from '../../base/clock.ts'
import { conflict, fail, notFound } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import { type Actor, getAuthorName } from '../../http/access.ts'
import { finishJson } from '../../http/finish-text.ts'
import type { FinishedAnswer } from '../../http/finished.ts'
import { formatPlacePath, parsePlacePath, readPlaceTree } from '../../items/places.ts'
import { cachePerRevision, updateProjections } from '../../projections/index.ts'
import { changeMany, itemStore } from '../items/index.ts'
import { readPlacesWith } from './expect-place.ts'
import { placeStore } from './store.ts'
import { toMovement } from './view.ts'

type Calls = Api['places']

const movementsPerPage = 50

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
     * The place of an item on a day: the end of the last movement before, the start of the first
     * movement after, or its current place.
     */
    async whereabouts({
      item,
      day,
    }: HandlerInput<Calls['whereabouts']>['query']): Promise<{ path: number[] }> {
      const [placedItem] = await store.listPlacedItems([item])
      if (!placedItem) throw notFound('There is no such item.')
      const { before, after } = await store.nearestMovements(item, startOfDay(addDays(day, 1)))
      const path =
        before?.to_path ??
        after?.from_path ??
        formatPlacePath(await readPlaceTree(db), placedItem.place_id)
      return { path: parsePlacePath(path) }
    },

    away: () =>
      cachedAway('', async (revision) => {
        const movements: Movement[] = []
        for await (const batch of store.listAway()) movements.push(...batch.map(toMovement))
        return finishJson(`away-${revision}`, movements)
      }),

    /** Counts items that are due back within a week or overdue. */
    countDueBack: (day: string): Promise<number> => store.countAway(addDays(day, 7)),

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

        const [currentStay] = (await itemStore(tx).readOwnMovements([itemId])).get(itemId) ?? []
        const path = formatPlacePath(await readPlaceTree(tx), placeId)
        await itemStore(tx).addMovements([
          {
            item_id: itemId,
            from_id: placeId,
            to_id: placeId,
            from_path: path,
            to_path: path,
            at: instant(clock),
            user_id: actor.userId,
            user_name: getAuthorName(actor),
            reason: currentStay?.reason ?? 'correction',
            back_on: backOn,
          },
        ])
        await updateProjections(tx, 'movement', [itemId])
        return { before: currentStay?.back_on ?? '' }
      }),
  }
}

/**
 * Moves items of any type and records their history, in the context's transaction if there is one.
 */
export async function moveItems(
  context: Context,
  actor: Actor,
  { ids, to, reason, backOn }: HandlerInput<Calls['move']>['body'],
): Promise<HandlerOutput<Calls['move']>> {
  const itemsByType = Map.groupBy(await placeStore(context.db).itemTypes(ids), ({ type }) => type)
  const change = { what: 'place', placeId: to, reason, backOn } as const
  const outcome = { moved: 0, unchanged: 0, left: [] as { identifier: string; reason: string }[] }
  const importIds: number[] = []
  for (const [type, items] of itemsByType) {
    const request = { type, ids: items.map(({ id }) => id), change, dryRun: false }
    const { changed, unchanged, left, importId } = await changeMany(context, actor, request)
    outcome.moved += changed.length
    outcome.unchanged += unchanged
    outcome.left.push(...left)
    if (importId !== null) importIds.push(importId)
  }
  return { ...outcome, importIds }
}
