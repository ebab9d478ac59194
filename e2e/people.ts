import { post, unique } from './items.ts'
import type { House } from './vitrine.ts'

export const password = 'lange genug'

/** A new account with a password: changes to a demo account would disturb other stories. */
export async function newcomer(house: House): Promise<{ email: string; id: number }> {
  const email = `${unique('step').toLowerCase()}@example.org`
  const person = { email, gender: 'female', firstName: 'Ada', lastName: email, phone: '', role: 'employee' }
  const { id } = await post<{ id: number }>(house, 'root', '/admin/employees/create', person)
  await post(house, 'root', '/admin/users/send-password-link', { userId: id })
  const token = (await house.linkMailedTo(email)).split('/').at(-1)
  await post(house, 'root', '/auth/set-password', { token, password })
  return { email, id }
}
