import type { Api } from '@vitrine/contract'
import type { Context } from '../../context.ts'
import type { Handlers } from '../../http/mount.ts'
import { loanService } from './service.ts'

export function loanHandlers(context: Context): Handlers<Api['loans']> {
  const loans = loanService(context)
  return {
    objectId: ({ params }, { signal }) => loans.objectId(params.id, signal),
    conditionReport: ({ body }, { actor, signal }) => loans.conditionReport(actor, body, signal),
    eodem: ({ params }) => loans.eodem(params.id),
  }
}
