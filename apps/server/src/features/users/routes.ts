import type { Api } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { UserService } from './service.ts'

export const userHandlers = (users: UserService): Handlers<Api['users']> => ({
  list: (_input, { actor }) => users.list(actor),
  read: ({ params }, { actor }) => users.read(actor, params.id),
  create: ({ body }, { actor, idempotentRequest }) => users.create(actor, body, idempotentRequest),
  update: ({ body }, { actor }) => users.update(actor, body),
  remove: ({ params }, { actor }) => users.remove(actor, params.id),
})
