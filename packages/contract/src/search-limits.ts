// Apart from the calls: the browser needs them without their schemas.
export const maxSearchLength = 100
export const maxRecentItems = 8
/** A question to the assistant. */
export const maxAssistantQuestionLength = 300
