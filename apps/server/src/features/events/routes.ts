import type { Api } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { EventService } from './service.ts'

export const eventHandlers = (events: EventService): Handlers<Api['events']> => ({
  list: () => events.list(),
  save: ({ body }, { actor }) => events.save(actor, body),
  upcoming: async () => ({ events: await events.upcoming() }),
})
