import type { Context } from '../../context.ts'
import { historyHandlers } from './routes.ts'
import { historyService } from './service.ts'

export {
  newestVersion,
  type ReadState,
  stateCodec,
  storedFields,
  unreadable,
  versionedCodec,
} from './codec.ts'
export type { Difference, Path } from './differences.ts'
export { type HistoryKind, historyService, type RevertKind, recordHistory } from './service.ts'
export { type ChangeContext, changeStore } from './store.ts'
export { describeDifferences, plainDifference, toChange, type Words } from './view.ts'

export const registerHistory = (
  { db, clock }: Context,
  kinds: Parameters<typeof historyService>[2],
) => ({
  history: historyHandlers(historyService(db, clock, kinds)),
})
