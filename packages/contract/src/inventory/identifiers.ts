/** The error code of a taken identifier. */
export const identifierExists = 'identifierexists'

/** Two spellings of one identifier are one identifier. */
export const identifierKey = (identifier: string): string =>
  identifier.trim().normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ')
