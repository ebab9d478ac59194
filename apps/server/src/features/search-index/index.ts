export { searchableComment, searchableItem } from './searchable.ts'
export { checkSearchIndex, fillSearchIndex, reindex, repairSearchIndex } from './service.ts'
export { type SubjectEntry, searchIndexStore } from './store.ts'
export { entryOf, partsOf } from './words.ts'
