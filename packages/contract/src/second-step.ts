/** The fixed word by which a client knows that the password was right and something more is asked for. */
export const secondStepWord = 'secondstep'

export const secondStepMethods = ['code', 'passkey', 'recovery'] as const
export type SecondStepMethod = (typeof secondStepMethods)[number]
