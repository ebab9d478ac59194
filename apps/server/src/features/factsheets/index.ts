import { isHttps } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { openToAnyone } from '../../http/access.ts'
import { museumPages, siteMaps } from './museum-pages.ts'
import { factsheetPages } from './pages.ts'
import { factsheetHandlers } from './routes.ts'
import { serveFactsheets, serveMuseums, serveSiteMaps } from './routes-pages.ts'
import { visitorsOf } from './service.ts'

export {
  addressOf,
  askPath,
  imagePath,
  lidoPath,
  linkedArtPath,
  manifestPath,
  numberIn,
  pathOf,
} from './addresses.ts'
export { type PublicLists, publicLists } from './public-lists.ts'
export {
  toVisitorItem,
  type VisitorItem,
  type VisitorService,
  visitorService,
  visitorsOf,
} from './service.ts'

export function registerFactsheets(context: Context) {
  const { app, config, publicUrl, get } = context
  const pages = factsheetPages(context)
  const secure = isHttps(config)
  openToAnyone(app, (open) => {
    serveFactsheets(open, pages, { offline: config.offlinePages, secure })
    serveMuseums(open, museumPages(context), secure)
    serveSiteMaps(open, siteMaps(context))
  })
  return { factsheets: factsheetHandlers(get(visitorsOf), pages, publicUrl) }
}
