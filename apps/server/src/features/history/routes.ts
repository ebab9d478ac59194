import type { Api } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { AllChangesService } from './all-changes.ts'
import type { HistoryService } from './service.ts'

export const historyHandlers = (
  history: HistoryService,
  allChanges: AllChangesService,
): Handlers<Api['history']> => ({
  all: ({ query }, { actor }) => allChanges.readPage(actor, query),
  of: ({ params, query }, { actor }) => history.readPage(actor, params, query.before),
  undo: ({ body }, { actor }) => history.undo(actor, body, body.changeId),
  restore: ({ body }, { actor }) => history.restore(actor, body),
})
