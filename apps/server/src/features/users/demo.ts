import type { NewUser } from '@vitrine/contract'
import type { Tx } from '../../db/tables.ts'
import { userStore } from './store.ts'

/** The first three can sign in; the others show what a list of people looks like. */
export const demoUsers: readonly (NewUser & { canSignIn: boolean })[] = [
  person('root', 'female', 'Claire', 'Aebischer', 'root@example.org', '+41 26 555 01 01', true),
  person('admin', 'male', 'Matthias', 'Zurbriggen', 'admin@example.org', '+41 26 555 01 02', true),
  person('employee', 'female', 'Noémie', 'Chappuis', 'employee@example.org', '+41 26 555 01 03', true),
  person('admin', 'female', 'Regula', 'Stämpfli', 'regula.staempfli@example.org', '+41 31 555 02 11'),
  person('employee', 'male', 'Luca', 'Bernasconi', 'luca.bernasconi@example.org', '+41 91 555 03 42'),
  person('employee', 'male', 'Étienne', 'de Weck', 'etienne.deweck@example.org', ''),
  person('employee', 'female', 'Vreni', 'Käser', '', '+41 79 555 04 77'),
]

export async function seedUsers(tx: Tx, passwordHash: string, createdAt: string): Promise<void> {
  const store = userStore(tx)
  for (const { canSignIn, ...user } of demoUsers) {
    const { id } = await store.add(user, createdAt)
    if (canSignIn) await store.setPassword(id, passwordHash)
  }
}

function person(
  role: NewUser['role'],
  gender: NewUser['gender'],
  firstName: string,
  lastName: string,
  email: string,
  phone: string,
  canSignIn = false,
) {
  return { role, gender, firstName, lastName, email, phone, canSignIn }
}
