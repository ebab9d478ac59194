/** A word without its accents and ligatures: 'dépôt' and 'depot' are the same. */
export const fold = (word: string): string =>
  word.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('œ', 'oe').replaceAll('æ', 'ae')
