import type { Context } from '../../context.ts'
import { historyHandlers } from './routes.ts'
import { historyService } from './service.ts'

export {
  type DecodedState,
  fieldSchemas,
  newestVersion,
  stateCodec,
  unreadable,
  versionedCodec,
} from './codec.ts'
export type { Difference, FieldPath } from './differences.ts'
export { fieldHistory, type HistoryKind, historyService, type RevertKind } from './service.ts'
export { type ChangeContext, changeStore } from './store.ts'
export { describeDifferences, formatDifference, type HistoryWording, toChange } from './view.ts'

export const registerHistory = (
  { db, clock }: Context,
  kinds: Parameters<typeof historyService>[2],
) => ({
  history: historyHandlers(historyService(db, clock, kinds)),
})
