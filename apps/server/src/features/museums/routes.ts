import type { Api } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { MuseumService } from './service.ts'

export const museumHandlers = (museums: MuseumService): Handlers<Api['museums']> => ({
  list: () => museums.list(),
  save: ({ body }, { actor }) => museums.save(actor, body.type, body.museum, body.version),
})
