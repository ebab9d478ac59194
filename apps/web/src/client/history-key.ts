import type { HistorySubject } from '@vitrine/contract'

/** The query key of all histories of a kind. Defined here so that pages need not load the feature. */
export const historyKey = (subject: HistorySubject) => ['history', subject] as const
