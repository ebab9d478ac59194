import type { Context } from '../../context.ts'
import { preparedList } from './prepared-list.ts'
import { journalHandlers } from './routes.ts'
import { journalService } from './service.ts'

export { entryHistory, journalService, purgeJournal } from './service.ts'
export { journalStore } from './store.ts'

export const registerJournal = ({ db, clock }: Context) => ({
  journal: journalHandlers(journalService(db, clock), preparedList(db)),
})
