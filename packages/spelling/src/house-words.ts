/** How words are written for comparison with those of the house. */
export const houseKey = (word: string): string => word.normalize('NFC').toLowerCase().replaceAll('’', "'")

/** The words of a text or a name, as they are compared. */
export const houseKeys = (text: string): string[] => text.match(/[\p{L}\p{M}]+/gu)?.map(houseKey) ?? []
