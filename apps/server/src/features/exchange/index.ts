import type { Context } from '../../context.ts'
import { openToAnyone } from '../../http/access.ts'
import { oaiService } from './oai.ts'
import { serveForms, serveOai } from './routes-pages.ts'
import { exchangeOf } from './service.ts'

export { roles, typeConcepts } from './concepts.ts'
export { type LoanPicture, loanService } from './loans.ts'
export {
  attributesAbout,
  type ExchangeRecord,
  type LocalizedText,
  type RecordAttribute,
  type RecordPicture,
  withUnit,
} from './record.ts'
export { exchangeOf } from './service.ts'

export function registerExchange(context: Context): void {
  const { app, config, get } = context
  if (!config.openCollection) return
  openToAnyone(app, (open) => {
    serveForms(open, get(exchangeOf))
    serveOai(open, oaiService(context))
  })
}
