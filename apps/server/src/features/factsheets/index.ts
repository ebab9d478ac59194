import type { Context } from '../../context.ts'
import { openToAnyone } from '../../http/access.ts'
import { museumPages } from './museum/pages.ts'
import { serveMuseums, serveSiteMaps } from './museum/routes-pages.ts'
import { siteMaps } from './museum/sitemap.ts'
import { factsheetPages } from './pages.ts'
import { factsheetHandlers } from './routes.ts'
import { serveFactsheets } from './routes-pages.ts'
import { visitorsOf } from './service.ts'

export { addressOf, askPath, pathOf } from './addresses.ts'
export { imagePath, lidoPath, linkedArtPath, manifestPath } from './alternates.ts'
export { type PublicLists, publicLists } from './museum/public-lists.ts'
export { numberIn } from './number.ts'
export { scriptSrc } from './scripts.ts'
export { type VisitorService, visitorService, visitorsOf } from './service.ts'
export { toVisitorItem, type VisitorItem } from './view.ts'

export function registerFactsheets(context: Context) {
  const { app, config, publicUrl, get } = context
  const pages = factsheetPages(context)
  openToAnyone(app, (open) => {
    serveFactsheets(open, pages, config.offlinePages)
    serveMuseums(open, museumPages(context))
    serveSiteMaps(open, siteMaps(context))
  })
  return { factsheets: factsheetHandlers(get(visitorsOf), pages, publicUrl) }
}
