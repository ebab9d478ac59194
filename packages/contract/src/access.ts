export const roles = ['root', 'admin', 'employee'] as const
export type Role = (typeof roles)[number]

export const roleNames: Readonly<Record<Role, string>> = {
  root: 'Root',
  admin: 'Admin',
  employee: 'Employee',
}

/** A group of roles to which calls and screens are open. */
type RoleGroup = 'signedIn' | 'staff' | 'managers' | 'rootOnly'

/** The groups of each role; nothing else is open to it. */
const roleGroups: Readonly<Record<Role, readonly RoleGroup[]>> = {
  root: ['signedIn', 'staff', 'managers', 'rootOnly'],
  admin: ['signedIn', 'staff', 'managers'],
  employee: ['signedIn', 'staff'],
}

const rolesInGroup = (group: RoleGroup): readonly Role[] =>
  roles.filter((role) => roleGroups[role].includes(group))

/** Calls about a user's own account. */
export const signedIn = /* @__PURE__ */ rolesInGroup('signedIn')
export const staff = /* @__PURE__ */ rolesInGroup('staff')
export const managers = /* @__PURE__ */ rolesInGroup('managers')
export const rootOnly = /* @__PURE__ */ rolesInGroup('rootOnly')

/** Access to a call or a screen: public, or signed-in users with one of the named roles. */
export type Access = 'anyone' | readonly Role[]

export const anyone = 'anyone'

export const isRoleAllowed = (access: Access, role: Role | null): boolean =>
  access === anyone || (role !== null && access.includes(role))

/** Only a root may manage a root, or give that role. */
export const mayManageRole = (actor: Role, user: Role): boolean =>
  actor === 'root' || user !== 'root'
