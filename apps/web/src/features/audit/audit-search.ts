import { type AuditKind, auditKinds } from '@vitrine/contract'
import { isIsoDay } from '../../ui/text/format.ts'

export interface AuditSearch {
  readonly kind?: AuditKind
  readonly person?: number
  readonly from?: string
  readonly to?: string
}

const isKind = (value: unknown): value is AuditKind =>
  typeof value === 'string' && Object.hasOwn(auditKinds, value)

/** Reads the filter from an address, dropping invalid values. */
export function parseAuditSearch({ kind, person, from, to }: Record<string, unknown>): AuditSearch {
  const id = Number(person)

  return {
    ...(isKind(kind) && { kind }),
    ...(Number.isSafeInteger(id) && id > 0 && { person: id }),
    ...(isIsoDay(from) && { from }),
    ...(isIsoDay(to) && { to }),
  }
}
