import type { Context } from '../../context.ts'
import { preparedList } from './prepared-list.ts'
import { journalHandlers } from './routes.ts'
import { journalService } from './service.ts'

export { checkMentions, repairMentions } from './check.ts'
export { entryHistory } from './history.ts'
export { type JournalService, journalService, purgeJournal } from './service.ts'
export { journalStore } from './store.ts'

/** The finished list of entries. */
export function journalList({ app, db }: Context) {
  const list = preparedList(db)
  app.addHook('onClose', list.end)
  return list
}

export const registerJournal = ({ db, clock, get }: Context) => ({
  journal: journalHandlers(journalService(db, clock), get(journalList)),
})
