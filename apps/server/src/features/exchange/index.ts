import type { Context } from '../../context.ts'
import { registerPublicRoutes } from '../../http/access.ts'
import { createItemDocuments } from './item-documents.ts'
import { oaiService } from './oai.ts'
import { serveItemDocuments, serveOai } from './routes-pages.ts'

export { renderEodemDocument } from './lido.ts'

export function registerExchange(context: Context): void {
  const { app, config } = context
  if (!config.openCollection) return
  registerPublicRoutes(app, (publicApp) => {
    serveItemDocuments(publicApp, createItemDocuments(context))
    serveOai(publicApp, oaiService(context))
  })
}
