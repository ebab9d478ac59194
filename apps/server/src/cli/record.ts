import type { AuditKind } from '@vitrine/contract'
import { systemClock } from '../base/clock.ts'
import { executedMigrations } from '../db/migrate.ts'
import type { Db } from '../db/tables.ts'
import { operator, recordAudit } from '../features/audit/index.ts'

/** Writes down what the operator did, after it is done. A database from before the audit log has nowhere for it. */
export async function recordByOperator(db: Db, kind: AuditKind): Promise<void> {
  const executed = await executedMigrations(db)
  if (executed.includes('006-audit')) await recordAudit(db, systemClock, { kind, by: operator })
}
