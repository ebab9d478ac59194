export const minPasswordLength = 6

export const passwordTooShort = `The new password must be at least ${minPasswordLength} characters long.`
export const passwordsDiffer = 'The passwords do not match.'
