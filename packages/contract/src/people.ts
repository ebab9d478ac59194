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

/** The fixed word by which a client knows that an address is taken. */
export const emailExists = 'emailexists'
