import { type Clock, instant } from './clock.ts'
import type { Db, Tx } from './db/tables.ts'
import { hashPassword } from './features/auth/index.ts'
import { seedEvents } from './features/events/index.ts'
import { seedJournal } from './features/journal/index.ts'
import { demoUsers, seedUsers, userStore } from './features/users/index.ts'

export const demoPassword = 'vitrine-demo'
export const demoEmails = demoUsers.filter((user) => user.canSignIn).map((user) => user.email)

/** Fills an empty database, all or nothing; returns false when it was not empty. */
export async function seedDemo(db: Db, clock: Clock): Promise<boolean> {
  if (!(await userStore(db).isEmpty())) return false
  const passwordHash = await hashPassword(demoPassword)
  return db.transaction().execute(async (tx) => {
    // Asked again inside: another process may have been faster.
    if (!(await userStore(tx).isEmpty())) return false
    await seedParts(tx, { passwordHash, now: instant(clock) })
    return true
  })
}

/** Each feature adds its part of the demo here, after the parts it refers to. */
async function seedParts(tx: Tx, { passwordHash, now }: { passwordHash: string; now: string }): Promise<void> {
  await seedUsers(tx, passwordHash, now)
  await seedJournal(tx, now)
  await seedEvents(tx, now)
}
