import type { AuditDetails, AuditEntry, AuditPerson } from '@vitrine/contract'
import type { AuditRow } from './store.ts'

export const toAuditEntry = (row: AuditRow): AuditEntry => ({
  id: row.id,
  at: row.at,
  kind: row.kind,
  by: toAuditPerson(row.user_id, row.user_name, row.user_email),
  on: toAuditPerson(row.on_id, row.on_name, row.on_email),
  address: row.address,
  details: JSON.parse(row.details) as AuditDetails,
})

const toAuditPerson = (id: number | null, name: string, email: string): AuditPerson | null =>
  id === null && name === '' ? null : { id, name, email }
