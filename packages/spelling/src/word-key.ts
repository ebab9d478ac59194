/** No name is longer, and composing a letter takes the square of the number of its marks. */
const longest = 200

/** A word folded for comparison with protected ones. */
export const wordKey = (word: string): string =>
  (word.length > longest ? word : word.normalize('NFC')).toLowerCase().replaceAll('’', "'")

/** The words of a text or a name, folded the same way. */
export const wordKeys = (text: string): string[] => text.match(/[\p{L}\p{M}]+/gu)?.map(wordKey) ?? []
