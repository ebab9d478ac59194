import type { Api } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { AuditService } from './service.ts'

export const auditHandlers = (log: AuditService): Handlers<Api['audit']> => ({
  list: ({ query }) => log.list(query),
  people: () => log.people(),
})
