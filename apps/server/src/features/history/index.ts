import type { Context } from '../../context.ts'
import { allChangesService, type ChangeSource } from './all-changes.ts'
import { historyHandlers } from './routes.ts'
import { type HistoryKinds, historyService } from './service.ts'

export type { ChangeSource, SourceQuery } from './all-changes.ts'
export {
  type DecodedState,
  fieldSchemas,
  newestVersion,
  stateCodec,
  unreadable,
  versionedCodec,
} from './codec.ts'
export type { Difference, FieldPath } from './differences.ts'
export {
  fieldHistory,
  type HistoryKind,
  type RecordLink,
  type RevertKind,
} from './service.ts'
export { type ChangeContext, changeStore, type RevertContext } from './store.ts'
export { describeDifferences, formatDifference, type HistoryWording, toChange } from './view.ts'

export const registerHistory = (
  { db, clock }: Context,
  kinds: HistoryKinds,
  sources: readonly ChangeSource[],
) => ({
  history: historyHandlers(historyService(db, clock, kinds), allChangesService(db, kinds, sources)),
})
