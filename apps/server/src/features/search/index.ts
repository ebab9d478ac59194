import type { Context } from '../../context.ts'
import { attributeCatalogue } from '../attributes/index.ts'
import { createCodeFinder } from './code-finder.ts'
import { liveIndex } from './live-index.ts'
import { searchHandlers } from './routes.ts'
import { searchService } from './service.ts'

export { liveIndex } from './live-index.ts'
export { matchScore, type RankedRecord, rankRecords, type WantedWord } from './question-ranking.ts'
export { type SearchRow, searchStore } from './store.ts'
export type { WordIndex } from './word-index.ts'

export const registerSearch = ({ db, get }: Context) => ({
  search: searchHandlers(
    searchService(db, get(attributeCatalogue), get(liveIndex)),
    createCodeFinder(db),
  ),
})
