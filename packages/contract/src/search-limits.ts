// Separate from the calls, so that browser bundles get the limits without zod schemas.
export const maxSearchLength = 100
export const maxRecentItems = 8
export const maxAssistantQuestionLength = 300
