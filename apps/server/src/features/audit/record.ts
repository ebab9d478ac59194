import type { AuditFacts, AuditPerson } from '@vitrine/contract'
import { type Clock, instant } from '../../base/clock.ts'
import type { Db } from '../../db/tables.ts'
import { type Actor, nameOf } from '../../http/actor.ts'
import { auditStore } from './store.ts'

type Happening = Pick<AuditFacts, 'kind'> & Partial<AuditFacts>

/** Writes into the audit log: with the transaction of what happened, where there is one. */
export async function recordAudit(db: Db, clock: Clock, happening: Happening): Promise<void> {
  const { kind, by = null, on = null, address = '', details = {} } = happening
  await auditStore(db).add({ at: instant(clock), kind, by, on, address, details })
}

/** Whoever runs commands on the server itself. */
export const operator: AuditPerson = { id: null, name: 'The operator', email: '' }

export const byActor = (actor: Actor): Pick<AuditFacts, 'by' | 'address'> => ({
  by: { id: actor.userId, name: nameOf(actor), email: actor.email },
  address: actor.address,
})
