import { z } from 'zod'
import type { Call } from '../call.ts'
import { anyone, staff } from '../roles.ts'
import { IdParams, NumberParams } from '../text.ts'

const Pdf = z.unknown()
const Pages = z.object({ pages: z.number().int() })

export const documents = {
  carSheet: {
    method: 'GET',
    path: '/pdf-car/v7/:id',
    access: anyone,
    summary: 'The A4 One Pager of a car as PDF',
    params: NumberParams,
    ok: Pdf,
    finished: true,
  },
  artCard: {
    method: 'GET',
    path: '/pdf-art/v6/:id',
    access: anyone,
    summary: 'The A6 Info Card of an artwork as PDF, by the number in its public address',
    params: NumberParams,
    ok: Pdf,
    finished: true,
  },
  preview: {
    method: 'GET',
    path: '/inventory/preview/:id/pdf',
    access: staff,
    summary: 'The One Pager or Info Card of an item by its id, also of one that visitors do not see at present',
    params: IdParams,
    ok: Pdf,
    finished: true,
  },
  carSheets: {
    method: 'GET',
    path: '/pdf-car/merged',
    access: staff,
    summary: 'The A4 One Pagers of all cars that visitors may see, in one PDF; made when it is asked for, then kept',
    ok: Pdf,
    finished: true,
  },
  artCards: {
    method: 'GET',
    path: '/pdf-art/merged',
    access: staff,
    summary:
      'The A6 Info Cards of all artworks that visitors may see, in one PDF; made when it is asked for, then kept',
    ok: Pdf,
    finished: true,
  },
  carSheetsProgress: {
    method: 'GET',
    path: '/pdf-car/merged/progress',
    access: staff,
    summary: 'Makes /pdf-car/merged ready and tells when it is; with "Accept: text/event-stream" also how far it is',
    ok: Pages,
    events: true,
  },
  artCardsProgress: {
    method: 'GET',
    path: '/pdf-art/merged/progress',
    access: staff,
    summary: 'Makes /pdf-art/merged ready and tells when it is; with "Accept: text/event-stream" also how far it is',
    ok: Pages,
    events: true,
  },
} as const satisfies Record<string, Call>
