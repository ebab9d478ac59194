export const roles = ['root', 'admin', 'employee'] as const
export type Role = (typeof roles)[number]

export const roleNames: Readonly<Record<Role, string>> = {
  root: 'Root',
  admin: 'Admin',
  employee: 'Employee',
}

/** A named group of roles; calls and screens are opened to groups. */
type RoleGroup = 'signedIn' | 'staff' | 'managers' | 'rootOnly'

/** The groups that each role belongs to. A role has no access beyond its groups. */
const roleGroups: Readonly<Record<Role, readonly RoleGroup[]>> = {
  root: ['signedIn', 'staff', 'managers', 'rootOnly'],
  admin: ['signedIn', 'staff', 'managers'],
  employee: ['signedIn', 'staff'],
}

const rolesInGroup = (group: RoleGroup): readonly Role[] =>
  roles.filter((role) => roleGroups[role].includes(group))

/** For calls about the caller's own account, and Home. */
export const signedIn = /* @__PURE__ */ rolesInGroup('signedIn')
export const staff = /* @__PURE__ */ rolesInGroup('staff')
export const managers = /* @__PURE__ */ rolesInGroup('managers')
export const rootOnly = /* @__PURE__ */ rolesInGroup('rootOnly')

/** Who may use a call or a screen: everyone, or signed-in users with one of these roles. */
export type Access = 'anyone' | readonly Role[]

export const anyone = 'anyone'

export const isRoleAllowed = (access: Access, role: Role | null): boolean =>
  access === anyone || (role !== null && access.includes(role))

/** Only a root may manage a root or assign that role. */
export const mayManageRole = (actor: Role, user: Role): boolean =>
  actor === 'root' || user !== 'root'
