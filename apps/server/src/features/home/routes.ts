import type { Api } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { HomeService } from './service.ts'

export const homeHandlers = (home: HomeService): Handlers<Api['home']> => ({
  read: (_, { actor }) => home.read(actor),
})
