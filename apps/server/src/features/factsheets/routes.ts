import type { Api } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { FactsheetPages } from './pages.ts'
import { artQr, previewQr } from './qr.ts'
import type { VisitorService } from './service.ts'

interface Parts {
  readonly visitors: VisitorService
  readonly pages: FactsheetPages
  readonly publicUrl: () => string
}

export const factsheetHandlers = ({ visitors, pages, publicUrl }: Parts): Handlers<Api['factsheets']> => ({
  details: ({ params, query }) => visitors.details(params.id, query.type),
  carTags: () => visitors.definitions('car'),
  artTags: () => visitors.definitions('art'),
  artQr: ({ params }) => artQr(visitors, publicUrl(), params.id),
  preview: ({ params }) => pages.preview(params.id),
  previewQr: ({ params }) => previewQr(visitors, publicUrl(), params.id),
})
