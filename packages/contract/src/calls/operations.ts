import { z } from 'zod'
import type { Call } from '../call.ts'
import { anyone, rootOnly, signedIn } from '../roles.ts'

const Healthy = z.object({ status: z.literal('ok') })

/** Settings of the installation that the staff app needs before the sign-in. */
export const Settings = z.object({
  foundation: z.object({ name: z.string(), address: z.string() }),
  demo: z.object({ emails: z.array(z.string()), password: z.string() }).nullable(),
  /** Whether there are no users yet, so that the operator must create the first root. */
  needsFirstRoot: z.boolean(),
})
export type Settings = z.infer<typeof Settings>

export const ExternalTool = z.object({
  title: z.string(),
  url: z.string(),
  info: z.string().nullable(),
})
export type ExternalTool = z.infer<typeof ExternalTool>

const ThirdParty = z.object({ name: z.string(), version: z.string(), licence: z.string() })
export type ThirdParty = z.infer<typeof ThirdParty>

export const About = z.object({ version: z.string(), thirdParties: z.array(ThirdParty) })

export const operations = {
  health: {
    method: 'GET',
    path: '/health',
    access: anyone,
    summary: 'The process is up',
    ok: Healthy,
  },
  ready: {
    method: 'GET',
    path: '/ready',
    access: anyone,
    summary: 'The process is up and can reach its database and media store',
    ok: Healthy,
  },
  settings: {
    method: 'GET',
    path: '/settings',
    access: anyone,
    summary: 'Name and address of the foundation, and the demo accounts in demo mode',
    ok: Settings,
  },
  about: {
    method: 'GET',
    path: '/about',
    access: signedIn,
    summary: 'The version of the product and its third-party components',
    ok: About,
  },
  externalTools: {
    method: 'GET',
    path: '/external-tools',
    access: rootOnly,
    summary: 'The links of the home section "AI Tools External": chat logs and assistant',
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
