export { byActor, operator, recordAudit } from './record.ts'
export { auditHandlers } from './routes.ts'
export { auditService } from './service.ts'
