export const minPasswordLength = 6

/** Shown before a password is entered. */
export const passwordRule = `At least ${minPasswordLength} characters.`
export const passwordTooShort = `The new password must be at least ${minPasswordLength} characters long.`
export const passwordsDiffer = 'The passwords do not match.'
