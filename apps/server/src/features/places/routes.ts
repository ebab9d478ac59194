import type { Api } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { PlaceService } from './service.ts'

export const placeHandlers = (places: PlaceService): Handlers<Api['places']> => ({
  list: () => places.list(),
  add: ({ body }, { actor, attempt }) => places.add(actor, body.place, attempt),
  save: ({ body }, { actor }) => places.save(actor, body),
  contents: ({ params, query }) => places.contents(params.id, query.day),
  movements: ({ query }) => places.movements(query),
  whereabouts: ({ query }) => places.whereabouts(query),
  away: () => places.away(),
  expectBack: ({ body }, { actor }) => places.expectBack(actor, body),
  move: ({ body }, { actor }) => places.move(actor, body),
})
