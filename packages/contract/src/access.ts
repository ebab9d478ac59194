export const roles = ['root', 'admin', 'employee'] as const
export type Role = (typeof roles)[number]

export const roleNames = { root: 'Root', admin: 'Admin', employee: 'Employee' } as const satisfies Record<Role, string>

/** Who may make a call or open a screen: everybody, or signed-in people with one of the named roles. */
export type Access = 'anyone' | readonly Role[]

export const anyone = 'anyone'
export const staff = roles
export const managers = ['root', 'admin'] as const
export const rootOnly = ['root'] as const

export const admits = (access: Access, role: Role | null): boolean =>
  access === anyone || (role !== null && access.includes(role))

/** Only a root may manage a root, or make somebody one. */
export const mayManage = (actor: Role, user: Role): boolean => actor === 'root' || user !== 'root'
