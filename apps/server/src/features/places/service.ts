import type { Api, HandlerInput, Place, PlaceInput } from '@vitrine/contract'
import { instant } from '../../base/clock.ts'
import type { Context } from '../../context.ts'
import { type IdempotentRequest, runIdempotently } from '../../db/idempotency.ts'
import type { Actor } from '../../http/access.ts'
import { readPlaceTree } from '../../items/places.ts'
import { placeStore } from './store.ts'
import { writePlace } from './write-place.ts'

/** The tree of places: halls, shelves, boxes. */
export const placeService = ({ db, clock }: Context) => ({
  async list(): Promise<Place[]> {
    const counts = await placeStore(db).countItems()
    return (await readPlaceTree(db)).all.map((place) => ({
      ...place,
      count: counts.get(place.id) ?? 0,
    }))
  },

  add: (
    actor: Actor,
    place: PlaceInput,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<Place> =>
    runIdempotently(db, clock, idempotentRequest, (tx) =>
      writePlace(tx, { actor, at: instant(clock) }, { after: place }),
    ),

  save: (
    actor: Actor,
    { id, version, reason, remark, place }: HandlerInput<Api['places']['save']>['body'],
  ): Promise<Place> =>
    db
      .transaction()
      .execute((tx) =>
        writePlace(
          tx,
          { actor, at: instant(clock) },
          { existing: { id, version, reason, remark }, after: place },
        ),
      ),
})
