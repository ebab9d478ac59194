import type { AuditKind } from '@vitrine/contract'
import { systemClock } from '../base/clock.ts'
import { executedMigrations } from '../db/migrate.ts'
import type { Db } from '../db/tables.ts'
import { operator, recordAudit } from '../features/audit/index.ts'

/** Records an action of the operator, unless the database is older than the audit log. */
export async function recordByOperator(db: Db, kind: AuditKind): Promise<void> {
  const executed = await executedMigrations(db)
  if (executed.includes('006-audit')) await recordAudit(db, systemClock, { kind, by: operator })
}
