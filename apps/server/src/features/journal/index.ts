import type { Context } from '../../context.ts'
import { cachedJournalList } from './prepared-list.ts'
import { journalHandlers } from './routes.ts'
import { journalService, purgeJournal } from './service.ts'

export { journalHistory, journalService } from './service.ts'
export { journalStore } from './store.ts'

export function registerJournal({ db, clock, jobs }: Context) {
  jobs.purge('entries', purgeJournal)
  return { journal: journalHandlers(journalService(db, clock), cachedJournalList(db)) }
}
