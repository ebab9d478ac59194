/** The error code of a taken identifier. */
export const identifierExists = 'identifierexists'
