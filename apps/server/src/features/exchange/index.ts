import type { Context } from '../../context.ts'
import { registerPublicRoutes } from '../../http/access.ts'
import { createItemDocuments } from './forms.ts'
import { oaiService } from './oai.ts'
import { serveItemDocuments, serveOai } from './routes-pages.ts'

export { renderEodemDocument } from './lido.ts'

export function registerExchange(context: Context): void {
  const { app, config } = context
  if (!config.openCollection) return
  registerPublicRoutes(app, (open) => {
    serveItemDocuments(open, createItemDocuments(context))
    serveOai(open, oaiService(context))
  })
}
