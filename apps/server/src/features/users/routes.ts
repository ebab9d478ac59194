import { type Api, done } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { UserService } from './service.ts'

export const userHandlers = (users: UserService): Handlers<Api['users']> => ({
  list: (_input, { actor }) => users.list(actor),
  read: ({ params }, { actor }) => users.read(actor, params.id),
  create: ({ body }, { actor, attempt }) => users.create(actor, body, attempt),
  async update({ body }, { actor }) {
    await users.update(actor, body)
    return done
  },
  async remove({ params }, { actor }) {
    await users.remove(actor, params.id)
    return done
  },
})
