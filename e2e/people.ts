import { postAs, uniqueName } from './items.ts'
import type { TestServer } from './vitrine.ts'

export const userPassword = 'lange genug'

/** Creates a user with a password, because changing a demo account would disturb other stories. */
export async function createUser(server: TestServer): Promise<{ email: string; id: number }> {
  const email = `${uniqueName('step').toLowerCase()}@example.org`
  const person = {
    email,
    gender: 'female',
    firstName: 'Ada',
    lastName: email,
    phone: '',
    role: 'employee',
  }
  const { id } = await postAs<{ id: number }>(server, 'root', '/admin/employees/create', person)
  await postAs(server, 'root', '/admin/users/send-password-link', { userId: id })
  const token = (await server.linkMailedTo(email)).split('/').at(-1)
  await postAs(server, 'root', '/auth/set-password', { token, password: userPassword })
  return { email, id }
}
