import { isHttps } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { registerPublicRoutes } from '../../http/access.ts'
import { museumPages, siteMaps } from './museum-pages.ts'
import { factsheetPages } from './pages.ts'
import { factsheetHandlers } from './routes.ts'
import { serveFactsheets, serveMuseums, serveSiteMaps } from './routes-pages.ts'
import { visitorItemReader } from './service.ts'

export {
  askPath,
  getImagePath,
  itemPath,
  itemUrl,
  lidoPath,
  linkedArtPath,
  manifestPath,
  parseItemNumber,
} from './addresses.ts'
export { type PublicListReader, publicListReader } from './public-lists.ts'
export {
  createVisitorItemReader,
  toVisitorItem,
  type VisitorItem,
  type VisitorItemReader,
  visitorItemReader,
} from './service.ts'

export function registerFactsheets(context: Context) {
  const { app, config, publicUrl, get } = context
  const { offlinePages } = config
  const pages = factsheetPages(context)
  const isSecure = isHttps(config)

  registerPublicRoutes(app, (publicApp) => {
    serveFactsheets(publicApp, { pages, offlinePages, isSecure })
    serveMuseums(publicApp, { pages: museumPages(context), isSecure })
    serveSiteMaps(publicApp, siteMaps(context))
  })

  return { factsheets: factsheetHandlers(get(visitorItemReader), pages, publicUrl) }
}
