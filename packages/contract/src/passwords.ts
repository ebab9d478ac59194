export const minPasswordLength = 6

/** Shown below the password field. */
export const passwordRule = `At least ${minPasswordLength} characters.`
export const passwordTooShortMessage = `The new password must be at least ${minPasswordLength} characters long.`
export const passwordsDifferMessage = 'The passwords do not match.'
