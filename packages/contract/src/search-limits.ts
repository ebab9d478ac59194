// Separate from the calls, so that browser bundles get the limits without zod schemas.
export const maxSearchLength = 100
export const maxRecentItems = 8
/** Maximum items in an answer about a number that several items have. */
export const maxCodeMatches = 8
export const maxAssistantQuestionLength = 300
