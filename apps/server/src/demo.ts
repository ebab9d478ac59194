import { type Clock, days, instant } from './clock.ts'
import type { Db, Tx } from './db/tables.ts'
import { isUniqueViolation } from './db/violations.ts'
import { hashPassword } from './features/auth/index.ts'
import { seedComments } from './features/comments/index.ts'
import { seedEvents } from './features/events/index.ts'
import { seedInventory } from './features/inventory/index.ts'
import { seedJournal } from './features/journal/index.ts'
import { demoUsers, seedUsers, type UserRow, userStore } from './features/users/index.ts'
import type { Actor } from './http/actor.ts'

export const demoPassword = 'vitrine-demo'
export const demoEmails = demoUsers.filter((user) => user.canSignIn).map((user) => user.email)

/** Fills an empty database, all or nothing; returns false when it was not empty. */
export async function seedDemo(db: Db, clock: Clock): Promise<boolean> {
  if (!(await userStore(db).isEmpty())) return false
  const passwordHash = await hashPassword(demoPassword)
  try {
    return await db.transaction().execute(async (tx) => {
      // Asked again inside: another process may have been faster.
      if (!(await userStore(tx).isEmpty())) return false
      await seedParts(tx, clock, passwordHash)
      return true
    })
  } catch (error) {
    // Two processes that start at once both find it empty; PostgreSQL lets the second wait, and then has its users already.
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** Each feature adds its part of the demo here, after the parts it refers to. */
async function seedParts(tx: Tx, clock: Clock, passwordHash: string): Promise<void> {
  const now = instant(clock)
  await seedUsers(tx, passwordHash, now)
  const staff = (await userStore(tx).all()).map(asActor)
  const root = staff.find((person) => person.role === 'root')
  if (!root) throw new Error('The demo has no root.')
  // Older than the oldest comment on it.
  await seedInventory(tx, { actor: root, at: instant(clock, -days(400)) })
  await seedComments(tx, staff, now)
  await seedJournal(tx, now)
  await seedEvents(tx, now)
}

/** Somebody who did something long ago, in no session that still counts. */
const asActor = (user: UserRow): Actor => ({
  userId: user.id,
  sessionId: 0,
  email: user.email,
  firstName: user.first_name,
  lastName: user.last_name,
  role: user.role,
  address: '',
})
