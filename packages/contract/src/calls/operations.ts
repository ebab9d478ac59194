import { z } from 'zod'
import type { Call } from '../call.ts'
import { anyone, rootOnly } from '../roles.ts'

const Healthy = z.object({ status: z.literal('ok') })

/** What the staff app shows of the house it runs in. */
export const Settings = z.object({
  foundation: z.object({ name: z.string(), address: z.string() }),
  credit: z.object({ label: z.string(), url: z.string() }).nullable(),
  demo: z.object({ emails: z.array(z.string()), password: z.string() }).nullable(),
  /** There is no user yet: the operator has to make the first root. */
  needsFirstRoot: z.boolean(),
})
export type Settings = z.infer<typeof Settings>

export const ExternalTool = z.object({ title: z.string(), url: z.string(), info: z.string().nullable() })
export type ExternalTool = z.infer<typeof ExternalTool>

export const operations = {
  health: {
    method: 'GET',
    path: '/health',
    access: anyone,
    summary: 'The process serves',
    ok: Healthy,
  },
  ready: {
    method: 'GET',
    path: '/ready',
    access: anyone,
    summary: 'The process serves and reaches its database and its media store',
    ok: Healthy,
  },
  settings: {
    method: 'GET',
    path: '/settings',
    access: anyone,
    summary: 'Name and address of the foundation, and the demo accounts in demo mode',
    ok: Settings,
  },
  externalTools: {
    method: 'GET',
    path: '/external-tools',
    access: rootOnly,
    summary: 'The configured links of the home section "AI Tools External"',
    ok: z.array(ExternalTool),
  },
  openApi: {
    method: 'GET',
    path: '/openapi.json',
    access: anyone,
    summary: 'This API as an OpenAPI document',
    ok: z.looseObject({}),
  },
} as const satisfies Record<string, Call>
