/** Of one language, with its markup. */
export const longestEventText = 10_000
/** In one list, past ones included. */
export const mostEvents = 300
