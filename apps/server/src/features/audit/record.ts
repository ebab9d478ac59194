import type { AuditFacts, AuditPerson } from '@vitrine/contract'
import { type Clock, instant } from '../../base/clock.ts'
import type { Db } from '../../db/tables.ts'
import { type Actor, nameOf } from '../../http/access.ts'
import { auditStore } from './store.ts'

type NewAuditEntry = Pick<AuditFacts, 'kind'> & Partial<AuditFacts>

/** Writes to the audit log, in the transaction of the action where there is one. */
export async function recordAudit(db: Db, clock: Clock, entry: NewAuditEntry): Promise<void> {
  const { kind, by = null, on = null, address = '', details = {} } = entry
  await auditStore(db).add({ at: instant(clock), kind, by, on, address, details })
}

/** The person who runs commands on the server. */
export const operator: AuditPerson = { id: null, name: 'The operator', email: '' }

export const byActor = (actor: Actor): Pick<AuditFacts, 'by' | 'address'> => ({
  by: { id: actor.userId, name: nameOf(actor), email: actor.email },
  address: actor.address,
})
