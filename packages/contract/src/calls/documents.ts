import { z } from 'zod'
import type { Call } from '../call.ts'
import { paperKinds } from '../inventory/paper-kinds.ts'
import { callPerType } from '../inventory/per-type.ts'
import { anyone, staff } from '../roles.ts'
import { IdParams, NumberParams } from '../text.ts'

const Pdf = z.unknown()
const Pages = z.object({ pages: z.number().int() })

export const documents = {
  ...callPerType('{type}{paper}', '/pdf-{type}/{pdfVersion}/:id', ({ paper, one }) => ({
    method: 'GET',
    access: anyone,
    summary: `The ${paperKinds[paper].name} of ${one} as PDF, by the number in its public address`,
    params: NumberParams,
    ok: Pdf,
    finished: true,
  })),
  preview: {
    method: 'GET',
    path: '/inventory/preview/:id/pdf',
    access: staff,
    summary: 'The One Pager or Info Card of an item by its id, also of one that visitors do not see at present',
    params: IdParams,
    ok: Pdf,
    finished: true,
  },
  ...callPerType('{type}{paper}s', '/pdf-{type}/merged', ({ paper, many }) => ({
    method: 'GET',
    access: staff,
    summary: `The ${paperKinds[paper].name}s of all ${many} that visitors may see, in one PDF; made when it is asked for, then kept`,
    ok: Pdf,
    finished: true,
  })),
  ...callPerType('{type}{paper}sProgress', '/pdf-{type}/merged/progress', ({ many }) => ({
    method: 'GET',
    access: staff,
    summary: `Makes the PDF of all ${many} ready and tells when it is; with "Accept: text/event-stream" also how far it is`,
    ok: Pages,
    events: true,
  })),
} as const satisfies Record<string, Call>
