import type { Role } from '@vitrine/contract'

interface Person {
  readonly role: Role
}

/** A root answers to roots only. */
export const mayManage = (actor: Person, user: Person): boolean => actor.role === 'root' || user.role !== 'root'

export const mayGrant = (actor: Person, role: Role): boolean => actor.role === 'root' || role !== 'root'
