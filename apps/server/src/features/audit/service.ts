import {
  type AuditEntry,
  type AuditEvent,
  type AuditFilter,
  type AuditPerson,
  addDays,
  sortByText,
  startOfDay,
} from '@vitrine/contract'
import { type Clock, instant } from '../../base/clock.ts'
import type { Db } from '../../db/tables.ts'
import { type Actor, getAuthorName } from '../../http/access.ts'
import { auditStore } from './store.ts'
import { toAuditEntry } from './view.ts'

const pageSize = 100

export const auditService = (db: Db) => {
  const store = auditStore(db)
  return {
    async list({ from, to, ...filter }: AuditFilter & { before?: number | undefined }): Promise<{
      entries: AuditEntry[]
      next: number | null
    }> {
      const storeFilter = {
        ...filter,
        from: from && startOfDay(from),
        until: to && startOfDay(addDays(to, 1)),
      }
      // One row more than a page shows whether there is a next page.
      const rows = await store.listPage(storeFilter, pageSize + 1)
      const page = rows.slice(0, pageSize)
      return {
        entries: page.map(toAuditEntry),
        next: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
      }
    },

    async people(): Promise<{ id: number; name: string }[]> {
      const people = (await store.listPeople()).map(({ id, name, email }) => ({
        id,
        name: name || email,
      }))
      return sortByText(people, ({ name }) => name)
    },
  }
}

export type AuditService = ReturnType<typeof auditService>

type AuditEntryToRecord = Pick<AuditEvent, 'kind'> & Partial<AuditEvent>

/** Writes to the audit log, in the transaction of the action if there is one. */
export async function recordAudit(db: Db, clock: Clock, entry: AuditEntryToRecord): Promise<void> {
  const { kind, by = null, on = null, address = '', details = {} } = entry
  await auditStore(db).add({ at: instant(clock), kind, by, on, address, details })
}

/** Whether a user's role has changed at or after an instant. */
export const hasRoleChangedSince = (db: Db, userId: number, since: string): Promise<boolean> =>
  auditStore(db).hasEntry('role-changed', userId, since)

/** The person named in the log for actions on the command line. */
export const operatorPerson: AuditPerson = { id: null, name: 'The operator', email: '' }

/** The author and address of an action for its entry in the log. */
export const byActor = (actor: Actor): Pick<AuditEvent, 'by' | 'address'> => ({
  by: { id: actor.userId, name: getAuthorName(actor), email: actor.email },
  address: actor.address,
})
