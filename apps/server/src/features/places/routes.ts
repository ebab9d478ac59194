import type { Api } from '@vitrine/contract'
import type { Context } from '../../context.ts'
import type { Handlers } from '../../http/mount.ts'
import { placeContentsReader } from './contents.ts'
import { moveItems, movementService } from './movements.ts'
import { placeService } from './service.ts'

export function placeHandlers(context: Context): Handlers<Api['places']> {
  const [places, movements] = [placeService(context), context.get(movementService)]
  const contents = placeContentsReader(context)
  return {
    list: () => places.list(),
    add: ({ body }, { actor, idempotentRequest }) =>
      places.add(actor, body.place, idempotentRequest),
    save: ({ body }, { actor }) => places.save(actor, body),
    contents: ({ params, query }) => contents(params.id, query.day),
    movements: ({ query }) => movements.list(query),
    whereabouts: ({ query }) => movements.whereabouts(query),
    away: () => movements.away(),
    expectBack: ({ body }, { actor }) => movements.expectBack(actor, body),
    move: ({ body }, { actor }) => moveItems(context, actor, body),
  }
}
