import { post, unique } from './items.ts'
import type { TestServer } from './vitrine.ts'

export const password = 'lange genug'

/** A new account with a password: changes to a demo account would disturb other stories. */
export async function newcomer(server: TestServer): Promise<{ email: string; id: number }> {
  const email = `${unique('step').toLowerCase()}@example.org`
  const person = {
    email,
    gender: 'female',
    firstName: 'Ada',
    lastName: email,
    phone: '',
    role: 'employee',
  }
  const { id } = await post<{ id: number }>(server, 'root', '/admin/employees/create', person)
  await post(server, 'root', '/admin/users/send-password-link', { userId: id })
  const token = (await server.linkMailedTo(email)).split('/').at(-1)
  await post(server, 'root', '/auth/set-password', { token, password })
  return { email, id }
}
