import type { Api } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { ViewService } from './service.ts'

export const viewHandlers = (views: ViewService): Handlers<Api['views']> => ({
  list: (_, { actor }) => views.list(actor),
  add: ({ body }, { actor, attempt }) => views.add(actor, body, attempt),
  save: ({ body }, { actor }) => views.save(actor, body),
  remove: ({ body }, { actor }) => views.remove(actor, body.id),
  restore: ({ body }, { actor }) => views.restore(actor, body.id),
})
