export const maxCommentLength = 20_000
/** In one list; the others follow once these are restored. */
export const maxDeletedEntries = 200
export const maxTagNameLength = 60
export const maxInstructionsLength = 5_000
/** To print, that is some hundred pages. */
export const maxReportLength = 200_000
