import { type Api, done } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { TaskService } from './service.ts'

export const taskHandlers = (tasks: TaskService): Handlers<Api['tasks']> => ({
  people: () => tasks.people(),
  mail: (_, { actor }) => tasks.mail(actor),
  async setMail({ body }, { actor }) {
    await tasks.setMail(actor, body.on)
    return done
  },
})
