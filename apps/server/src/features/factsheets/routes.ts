import type { Api } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import { artQr } from './qr.ts'
import type { VisitorService } from './service.ts'

export const factsheetHandlers = (visitors: VisitorService, publicUrl: () => string): Handlers<Api['factsheets']> => ({
  details: ({ params, query }) => visitors.details(params.id, query.type),
  carTags: () => visitors.definitions('car'),
  artTags: () => visitors.definitions('art'),
  artQr: ({ params }) => artQr(visitors, publicUrl(), params.id),
})
