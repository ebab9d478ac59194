import type { AuditPerson, UserDetail, UserListItem } from '@vitrine/contract'
import type { UserRow } from './store.ts'

export const toListItem = (row: UserRow): UserListItem => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  role: row.role,
  email: row.email,
})

export const toDetail = (row: UserRow): UserDetail => ({ ...toListItem(row), gender: row.gender, phone: row.phone })

/** As the audit log names them. */
export const toPerson = (row: Pick<UserRow, 'id' | 'first_name' | 'last_name' | 'email'>): AuditPerson => ({
  id: row.id,
  name: `${row.first_name} ${row.last_name}`.trim(),
  email: row.email,
})

const byName = new Intl.Collator('fr-CH', { sensitivity: 'base' })

/** Sorted here, not in SQL: the databases disagree about accents and capitals. */
export const inNameOrder = (a: UserRow, b: UserRow): number =>
  byName.compare(a.last_name, b.last_name) || byName.compare(a.first_name, b.first_name) || a.id - b.id
