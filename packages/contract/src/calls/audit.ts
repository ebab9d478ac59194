import { z } from 'zod'
import { type AuditKind, auditKinds } from '../audit.ts'
import type { Call } from '../call.ts'
import { rootOnly } from '../roles.ts'
import { Day, IdText } from '../text.ts'

const AuditKindWord = z.enum(Object.keys(auditKinds) as [AuditKind, ...AuditKind[]])

const Person = z.object({ id: z.number().int().nullable(), name: z.string(), email: z.string() })

export const AuditEntry = z.object({
  id: z.number().int(),
  at: z.string(),
  kind: AuditKindWord,
  by: Person.nullable(),
  on: Person.nullable(),
  address: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** `person` is the actor or the affected user. Both days are included. */
export const AuditFilter = z.strictObject({
  kind: AuditKindWord.optional(),
  person: IdText.optional(),
  from: Day.optional(),
  to: Day.optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

export const audit = {
  list: {
    method: 'GET',
    path: '/audit',
    access: rootOnly,
    summary:
      'The audit log, newest first, a hundred entries at a time; pass `next` as `before` for ' +
      'more',
    query: AuditFilter.extend({ before: IdText.optional() }),
    ok: z.object({ entries: z.array(AuditEntry), next: z.number().int().nullable() }),
  },
  people: {
    method: 'GET',
    path: '/audit/people',
    access: rootOnly,
    summary: 'Everybody named in the audit log, including deleted users',
    ok: z.array(z.object({ id: z.number().int(), name: z.string() })),
  },
} as const satisfies Record<string, Call>
