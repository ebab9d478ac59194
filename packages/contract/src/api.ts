import { assistant } from './calls/assistant.ts'
import { attributes } from './calls/attributes.ts'
import { audit } from './calls/audit.ts'
import { auth } from './calls/auth.ts'
import { comments } from './calls/comments.ts'
import { diagnostics } from './calls/diagnostics.ts'
import { documents } from './calls/documents.ts'
import { events } from './calls/events.ts'
import { factsheets } from './calls/factsheets.ts'
import { history } from './calls/history.ts'
import { home } from './calls/home.ts'
import { imports } from './calls/imports.ts'
import { inventory } from './calls/inventory.ts'
import { journal } from './calls/journal.ts'
import { media } from './calls/media.ts'
import { operations } from './calls/operations.ts'
import { papers } from './calls/papers.ts'
import { search } from './calls/search.ts'
import { secondStep } from './calls/second-step.ts'
import { tasks } from './calls/tasks.ts'
import { users } from './calls/users.ts'

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
  attributes,
  media,
  history,
  comments,
  tasks,
  home,
  imports,
  factsheets,
  documents,
  papers,
  events,
  journal,
  assistant,
} as const

export type Api = typeof api
