import type { Context } from '../../context.ts'
import { openToAnyone } from '../../http/access.ts'
import { publicRecords } from '../object-record/index.ts'
import { oaiService } from './oai.ts'
import { serveForms, serveOai } from './routes-pages.ts'

export { eodemDocument } from './lido.ts'

export function registerExchange(context: Context): void {
  const { app, config, get } = context
  if (!config.openCollection) return
  openToAnyone(app, (open) => {
    serveForms(open, get(publicRecords))
    serveOai(open, oaiService(context))
  })
}
