import { z } from 'zod'
import { roles } from './access.ts'

// access.ts is separate, so that browser bundles get roles and rules without zod.
export * from './access.ts'

export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>
