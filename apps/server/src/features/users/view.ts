import { type AuditPerson, sortedByText, type UserDetail, type UserListItem } from '@vitrine/contract'
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

/** By last name. Sorted here, not in SQL: the databases disagree about accents and capitals. */
export const inNameOrder = (rows: readonly UserRow[]): UserRow[] =>
  sortedByText(
    rows.toSorted((a, b) => a.id - b.id),
    ({ last_name, first_name }) => `${last_name}\0${first_name}`,
  )
