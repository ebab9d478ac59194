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

/** Error code: another user has this e-mail address. */
export const emailTakenCode = 'emailexists'
