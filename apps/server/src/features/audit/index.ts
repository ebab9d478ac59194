import type { Context } from '../../context.ts'
import { auditHandlers } from './routes.ts'
import { auditService } from './service.ts'

export { byActor, hasRoleChangedSince, operatorPerson, recordAudit } from './service.ts'

export const registerAudit = ({ db }: Context) => ({ audit: auditHandlers(auditService(db)) })
