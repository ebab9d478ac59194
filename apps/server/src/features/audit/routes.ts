import type { Api } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { AuditService } from './service.ts'

export const auditHandlers = (audit: AuditService): Handlers<Api['audit']> => ({
  list: ({ query }) => audit.list(query),
  people: () => audit.people(),
})
