import { type AuditKind, auditKinds } from '@vitrine/contract'
import type { AuditSearch } from './audit-queries.ts'

const isKind = (value: unknown): value is AuditKind => typeof value === 'string' && Object.hasOwn(auditKinds, value)

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

/** The filter in an address; what can't be one is left out. */
export function readAuditSearch({ kind, person, from, to }: Record<string, unknown>): AuditSearch {
  const id = Number(person)
  return {
    ...(isKind(kind) && { kind }),
    ...(Number.isSafeInteger(id) && id > 0 && { person: id }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  }
}
