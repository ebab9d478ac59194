export {
  compareKeys,
  composed,
  containsPart,
  type FilterPart,
  filterRows,
  fold,
  foldedLine,
  foldedRanges,
  readFilter,
  sortedByText,
  sortKey,
} from '@vitrine/text'
export * from './api.ts'
export * from './audit.ts'
export * from './call.ts'
export * from './csv.ts'
export * from './days.ts'
export * from './documents/label-sheets.ts'
export * from './documents/papers.ts'
export * from './errors.ts'
export * from './events/languages.ts'
export * from './events/limits.ts'
export * from './events/plain-text.ts'
export * from './events/tables.ts'
export * from './events/text.ts'
export * from './events/when.ts'
export * from './inventory/attributes.ts'
export * from './inventory/compare-translation.ts'
export * from './inventory/facets.ts'
export * from './inventory/gaps.ts'
export * from './inventory/identifiers.ts'
export * from './inventory/item-pictures.ts'
export * from './inventory/item-texts.ts'
export * from './inventory/language-of.ts'
export * from './inventory/licences.ts'
export * from './inventory/limits.ts'
export * from './inventory/list-columns.ts'
export * from './inventory/media.ts'
export * from './inventory/paper-kinds.ts'
export * from './inventory/per-type.ts'
export * from './inventory/read-rows.ts'
export * from './inventory/related.ts'
export * from './inventory/types.ts'
export * from './journal/languages.ts'
export * from './journal/limits.ts'
export * from './journal/mentions.ts'
export * from './journal/report-events.ts'
export * from './journal/rules.ts'
export * from './languages.ts'
export * from './museums.ts'
export * from './open-tasks.ts'
export * from './passwords.ts'
export * from './people.ts'
export * from './product.ts'
export * from './questions.ts'
export * from './records.ts'
export * from './roles.ts'
export * from './screens.ts'
export * from './search-limits.ts'
export * from './second-step.ts'
export * from './session.ts'
export * from './shortened.ts'
export * from './text.ts'
