/** Of one language, with its markup. */
export const maxEventTextLength = 10_000
/** In one list, past ones included. */
export const maxEvents = 300
