import { type Api, perType, typesWith } from '@vitrine/contract'
import type { Handler, Handlers } from '../../http/mount.ts'
import type { FactsheetPages } from './pages.ts'
import { itemQr, previewQr } from './qr.ts'
import type { VisitorService } from './service.ts'

export const factsheetHandlers = (
  visitors: VisitorService,
  pages: FactsheetPages,
  publicUrl: () => string,
): Handlers<Api['factsheets']> => ({
  details: ({ params, query }) => visitors.read(params.id, query.type, query.lang),
  ...perType('{type}Tags', (type) => () => visitors.definitions(type)),
  ...perType(
    '{type}Qr',
    (type): Handler<Api['factsheets']['artQr']> =>
      ({ params }) =>
        itemQr(visitors, publicUrl(), type, params.id),
    typesWith('hasQr'),
  ),
  preview: ({ params, query }) => pages.preview(params.id, query.lang),
  previewQr: ({ params }) => previewQr(visitors, publicUrl(), params.id),
})
