/** A word folded for comparison with protected ones. */
export const wordKey = (word: string): string => word.normalize('NFC').toLowerCase().replaceAll('’', "'")

/** The words of a text or a name, folded the same way. */
export const wordKeys = (text: string): string[] => text.match(/[\p{L}\p{M}]+/gu)?.map(wordKey) ?? []
