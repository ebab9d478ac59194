import { minPasswordLength, passwordsDiffer, passwordTooShort } from '@vitrine/contract'

export function newPasswordProblem(
  password: string,
  repeated: string,
): { field: 'password' | 'repeat'; text: string } | null {
  if (password.length < minPasswordLength) return { field: 'password', text: passwordTooShort }
  if (password !== repeated) return { field: 'repeat', text: passwordsDiffer }
  return null
}
