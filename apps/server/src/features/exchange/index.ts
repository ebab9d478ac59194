export { type Concept, type Dimension, described, dimensions, type Role, roles, type Term } from './concepts.ts'
export { type LoanPicture, type LoanService, loanService } from './loans/service.ts'
export { type Measurement, measurementsOf, yearsIn } from './measured.ts'
export { serveOai } from './oai/routes-pages.ts'
export { oaiService } from './oai/service.ts'
export {
  attributesAbout,
  type ExchangeRecord,
  type RecordAttribute,
  type RecordContext,
  type RecordPicture,
  type Said,
  toRecord,
  withUnit,
} from './record.ts'
export { serveForms } from './routes-pages.ts'
export { type ExchangeService, exchangeService } from './service.ts'
