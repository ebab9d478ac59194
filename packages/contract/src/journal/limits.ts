export const longestComment = 20_000
export const longestTagName = 60
export const longestInstructions = 5_000
/** To print, that is some hundred pages. */
export const longestReport = 200_000
