export {
  allowedEdits,
  countMissingLetters,
  editDistance,
  toLetterMask,
} from './distance.ts'
export {
  containsFilterPart,
  type Filter,
  type FilterPart,
  filterRows,
  parseFilter,
} from './filter.ts'
export { findFoldedRanges, fold, foldLine, splitFoldedWords, toComposedForm } from './fold.ts'
export { protectGuillemets, typesetFrench } from './french.ts'
export { compareKeys, sortByText, toSortKey } from './order.ts'
export { computeRarityWeight, keepBest } from './ranking.ts'
export { type Sentence, splitSentences } from './sentences.ts'
