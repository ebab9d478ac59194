import type { AuditDetails, AuditFilter, AuditKind, AuditPerson } from '@vitrine/contract'
import type { Db } from '../../db/tables.ts'

export interface NewAuditRow {
  readonly at: string
  readonly kind: AuditKind
  readonly by: AuditPerson | null
  readonly on: AuditPerson | null
  readonly address: string
  readonly details: AuditDetails
}

interface AuditRowFilter extends Pick<AuditFilter, 'kind' | 'person'> {
  /** Instants: `from` is inclusive, `until` exclusive. */
  readonly from?: string | undefined
  readonly until?: string | undefined
  /** Id of the last entry of the previous page. */
  readonly before?: number | undefined
}

export const auditStore = (db: Db) => ({
  add: ({ at, kind, by, on, address, details }: NewAuditRow) =>
    db
      .insertInto('audit_entry')
      .values({
        at,
        kind,
        user_id: by?.id ?? null,
        user_name: by?.name ?? '',
        user_email: by?.email ?? '',
        on_id: on?.id ?? null,
        on_name: on?.name ?? '',
        on_email: on?.email ?? '',
        address,
        details: JSON.stringify(details),
      })
      .execute(),

  /** Lists entries, newest first by id, not by time, because a clock may be set back. */
  listPage({ kind, person, from, until, before }: AuditRowFilter, limit: number) {
    let query = db.selectFrom('audit_entry').selectAll().orderBy('id', 'desc').limit(limit)
    if (kind) query = query.where('kind', '=', kind)
    if (person)
      query = query.where(({ eb, or }) =>
        or([eb('user_id', '=', person), eb('on_id', '=', person)]),
      )
    if (from) query = query.where('at', '>=', from)
    if (until) query = query.where('at', '<', until)
    if (before) query = query.where('id', '<', before)
    return query.execute()
  },

  async hasEntry(kind: AuditKind, onId: number, since: string): Promise<boolean> {
    const entries = db
      .selectFrom('audit_entry')
      .select('id')
      .where('kind', '=', kind)
      .where('on_id', '=', onId)
    return (await entries.where('at', '>=', since).limit(1).executeTakeFirst()) !== undefined
  },

  /** Lists all accounts named in entries, each with its latest name. */
  async listPeople(): Promise<{ id: number; name: string; email: string }[]> {
    const latestEntryIds = db
      .selectFrom('audit_entry')
      .select(({ fn }) => fn.max('id').as('id'))
      .where('user_id', 'is not', null)
      .groupBy('user_id')
      .unionAll(
        db
          .selectFrom('audit_entry')
          .select(({ fn }) => fn.max('id').as('id'))
          .where('on_id', 'is not', null)
          .groupBy('on_id'),
      )
    const rows = await db
      .selectFrom('audit_entry')
      .selectAll()
      .where('id', 'in', latestEntryIds)
      .orderBy('id')
      .execute()
    // Later rows replace earlier ones, so the latest name remains.
    const people = new Map<number, { id: number; name: string; email: string }>()
    for (const row of rows) {
      if (row.user_id !== null)
        people.set(row.user_id, { id: row.user_id, name: row.user_name, email: row.user_email })
      if (row.on_id !== null)
        people.set(row.on_id, { id: row.on_id, name: row.on_name, email: row.on_email })
    }
    return [...people.values()]
  },
})

export type AuditRow = Awaited<ReturnType<ReturnType<typeof auditStore>['listPage']>>[number]
