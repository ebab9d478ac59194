/** Characters of an event's text in one language, including markup. */
export const maxEventTextLength = 10_000
/** Including past events. */
export const maxEvents = 300
