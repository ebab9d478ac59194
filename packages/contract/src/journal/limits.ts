export const maxCommentLength = 20_000
/** Maximum entries in the list of deleted ones. */
export const maxDeletedEntries = 200
export const maxTagNameLength = 60
export const maxInstructionsLength = 5_000
/** Characters of a printed report; about a hundred pages. */
export const maxReportLength = 200_000
