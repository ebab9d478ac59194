import type { Role } from './access.ts'

export const genders = ['male', 'female'] as const
export type Gender = (typeof genders)[number]
export const genderTitles = { male: 'Mr.', female: 'Ms.' } as const satisfies Record<Gender, string>

export interface UserFields {
  email: string
  gender: Gender
  firstName: string
  lastName: string
  phone: string
  role: Role
}

export const newUserDefaults: UserFields = {
  email: '',
  gender: 'male',
  firstName: '',
  lastName: '',
  phone: '',
  role: 'admin',
}

/** The error code of a taken e-mail address. */
export const emailExists = 'emailexists'

export const minPasswordLength = 6

/** Shown before a password is entered. */
export const passwordRule = `At least ${minPasswordLength} characters.`
export const passwordTooShort = `The new password must be at least ${minPasswordLength} characters long.`
export const passwordsDiffer = 'The passwords do not match.'

/** The error code of a correct password that requires a second step. */
export const secondStepWord = 'secondstep'

export const secondStepMethods = ['code', 'passkey', 'recovery'] as const
export type SecondStepMethod = (typeof secondStepMethods)[number]
