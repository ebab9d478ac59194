/** The fixed word by which a client knows that an identifier is taken. */
export const identifierExists = 'identifierexists'
