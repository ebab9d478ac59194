import { assistant } from './calls/assistant.ts'
import { attributes } from './calls/attributes.ts'
import { audit } from './calls/audit.ts'
import { auth } from './calls/auth.ts'
import { comments } from './calls/comments.ts'
import { conditionChecks } from './calls/conditions.ts'
import { diagnostics } from './calls/diagnostics.ts'
import { documents } from './calls/documents.ts'
import { events } from './calls/events.ts'
import { factsheets } from './calls/factsheets.ts'
import { history } from './calls/history.ts'
import { home } from './calls/home.ts'
import { imports } from './calls/imports.ts'
import { inventory } from './calls/inventory.ts'
import { journal } from './calls/journal.ts'
import { loans } from './calls/loans.ts'
import { media } from './calls/media.ts'
import { museums } from './calls/museums.ts'
import { operations } from './calls/operations.ts'
import { papers } from './calls/papers.ts'
import { places } from './calls/places.ts'
import { questions } from './calls/questions.ts'
import { search } from './calls/search.ts'
import { secondStep } from './calls/second-step.ts'
import { stocktake } from './calls/stocktake.ts'
import { tasks } from './calls/tasks.ts'
import { users } from './calls/users.ts'
import { views } from './calls/views.ts'

export * from './calls/assistant.ts'
export * from './calls/attributes.ts'
export * from './calls/audit.ts'
export * from './calls/auth.ts'
export * from './calls/comments.ts'
export * from './calls/conditions.ts'
export * from './calls/diagnostics.ts'
export * from './calls/documents.ts'
export * from './calls/events.ts'
export * from './calls/factsheets.ts'
export * from './calls/history.ts'
export * from './calls/home.ts'
export * from './calls/imports.ts'
export * from './calls/inventory.ts'
export * from './calls/journal.ts'
export * from './calls/loans.ts'
export * from './calls/media.ts'
export * from './calls/museums.ts'
export * from './calls/operations.ts'
export * from './calls/papers.ts'
export * from './calls/places.ts'
export * from './calls/questions.ts'
export * from './calls/search.ts'
export * from './calls/second-step.ts'
export * from './calls/stocktake.ts'
export * from './calls/tasks.ts'
export * from './calls/users.ts'
export * from './calls/views.ts'

/** Every call of the API, in groups; a server feature may answer several groups. */
export const api = {
  auth,
  secondStep,
  users,
  audit,
  diagnostics,
  operations,
  search,
  inventory,
  views,
  attributes,
  media,
  history,
  comments,
  conditions: conditionChecks,
  tasks,
  home,
  imports,
  factsheets,
  documents,
  papers,
  loans,
  events,
  journal,
  assistant,
  questions,
  museums,
  places,
  stocktake,
} as const

export type Api = typeof api
