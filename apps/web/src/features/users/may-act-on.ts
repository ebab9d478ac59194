import type { Role } from '@vitrine/contract'

/** An admin has no power over a root; the server enforces it, the screens don't offer it. */
export const mayActOn = (actor: Role, owner: Role): boolean => actor === 'root' || owner !== 'root'
