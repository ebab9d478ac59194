export const roles = ['root', 'admin', 'employee'] as const
export type Role = (typeof roles)[number]

export const roleNames = { root: 'Root', admin: 'Admin', employee: 'Employee' } as const satisfies Record<Role, string>

/** Access to a call or a screen: public, or signed-in users with one of the named roles. */
export type Access = 'anyone' | readonly Role[]

export const anyone = 'anyone'
export const staff = roles
export const managers = ['root', 'admin'] as const
export const rootOnly = ['root'] as const

export const admits = (access: Access, role: Role | null): boolean =>
  access === anyone || (role !== null && access.includes(role))

/** Only a root may manage a root, or give that role. */
export const mayManage = (actor: Role, user: Role): boolean => actor === 'root' || user !== 'root'
