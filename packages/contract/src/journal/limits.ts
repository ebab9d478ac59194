export const longestComment = 20_000
export const longestTagName = 60
export const longestInstructions = 5_000
