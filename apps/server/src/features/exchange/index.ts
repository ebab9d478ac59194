export { roles, typeConcepts } from './concepts.ts'
export { type LoanPicture, type LoanService, loanService } from './loans/service.ts'
export { serveOai } from './oai/routes-pages.ts'
export { oaiService } from './oai/service.ts'
export {
  attributesAbout,
  type ExchangeRecord,
  type LocalizedText,
  type RecordAttribute,
  type RecordPicture,
  withUnit,
} from './record.ts'
export { serveForms } from './routes-pages.ts'
export { type ExchangeService, exchangeService } from './service.ts'
