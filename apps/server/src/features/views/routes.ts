import type { Api } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { ViewService } from './service.ts'

export const viewHandlers = (views: ViewService): Handlers<Api['views']> => ({
  list: (_, { actor }) => views.list(actor),
  add: ({ body }, { actor, idempotentRequest }) => views.add(actor, body, idempotentRequest),
  save: ({ body }, { actor }) => views.save(actor, body),
  remove: ({ body }, { actor }) => views.remove(actor, body.id),
  restore: ({ body }, { actor }) => views.restore(actor, body.id),
})
