import { type Api, perType, typesWith } from '@vitrine/contract'
import type { Handler, Handlers } from '../../http/mount.ts'
import type { FactsheetPages } from './pages.ts'
import { renderItemQr, renderPreviewQr } from './qr.ts'
import type { VisitorItemReader } from './service.ts'

export const factsheetHandlers = (
  visitors: VisitorItemReader,
  pages: FactsheetPages,
  publicUrl: () => string,
): Handlers<Api['factsheets']> => ({
  details: ({ params, query }) => visitors.getInLanguage(params.id, query.type, query.lang),
  ...perType('{type}Tags', (type) => () => visitors.listAttributes(type)),
  ...perType(
    '{type}Qr',
    (type): Handler<Api['factsheets']['artQr']> =>
      ({ params }) =>
        renderItemQr(visitors, publicUrl(), { type, number: params.id }),
    typesWith('hasQr'),
  ),
  preview: ({ params, query }) => pages.getPreview(params.id, query.lang),
  previewQr: ({ params }) => renderPreviewQr(visitors, publicUrl(), params.id),
})
