/** Error code: the password is correct, and a second step is required. */
export const secondStepRequiredCode = 'secondstep'

export const secondStepMethods = ['code', 'passkey', 'recovery'] as const
export type SecondStepMethod = (typeof secondStepMethods)[number]
