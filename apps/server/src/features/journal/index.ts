export { preparedList as preparedJournal } from './prepared-list.ts'
export { journalHandlers } from './routes.ts'
export { type JournalService, journalService, purgeJournal } from './service.ts'
export { journalStore } from './store.ts'
