/** The error code of a correct password that requires a second step. */
export const secondStepRequiredCode = 'secondstep'

export const secondStepMethods = ['code', 'passkey', 'recovery'] as const
export type SecondStepMethod = (typeof secondStepMethods)[number]
