import type { Api } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { LoanService } from '../exchange/index.ts'
import type { ObjectIds } from './object-id/object-ids.ts'

export const loanHandlers = (objectIds: ObjectIds, loans: LoanService): Handlers<Api['loans']> => ({
  objectId: ({ params }, { signal }) => objectIds.print(params.id, signal),
  eodem: ({ params }) => loans.eodem(params.id),
})
