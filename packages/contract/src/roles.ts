import { z } from 'zod'
import { roles } from './access.ts'

// The browser needs the names and rules of access.ts, not the schema: zod stays out of its bundle.
export * from './access.ts'

export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>
