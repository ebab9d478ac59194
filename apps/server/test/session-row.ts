import { roles } from '@vitrine/contract'
import { type Clock, instant, systemClock } from '../src/base/clock.ts'
import type { Config } from '../src/config/config.ts'
import { openDatabase } from '../src/db/open.ts'
import type { Db } from '../src/db/tables.ts'
import { generateSecret } from '../src/features/auth/hashing.ts'
import { sessionStore } from '../src/features/auth/store.ts'
import { userStore } from '../src/features/users/index.ts'
import { createLogger } from '../src/runtime/logger.ts'
import { Client } from './client.ts'

/** Queries a database directly, through a connection of its own. */
export async function queryDatabase<T>(
  database: Config['database'],
  query: (db: Db) => Promise<T>,
): Promise<T> {
  const db = openDatabase(database, createLogger('silent'))
  try {
    return await query(db)
  } finally {
    await db.destroy()
  }
}

/** Adds an account for a role that has none in the demo. */
async function addAccount(db: Db, email: string, clock: Clock) {
  const role = roles.find((name) => email === `${name}@example.org`)
  if (!role) throw new Error(`there is no account ${email}`)
  const user = {
    email,
    role,
    gender: 'female',
    firstName: 'Ada',
    lastName: role,
    phone: '',
  } as const
  const { id } = await userStore(db).add(user, instant(clock))
  return db.selectFrom('user_account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Adds a session and returns its token. Checking a password takes longer than most tests. */
export async function writeSession(db: Db, email: string, clock: Clock): Promise<string> {
  const user = (await userStore(db).findByEmail(email)) ?? (await addAccount(db, email, clock))
  const { secret, hash } = generateSecret()
  const session = {
    user_id: user.id,
    epoch: user.session_epoch,
    browser: 'a test',
    created_at: instant(clock),
  }
  await sessionStore(db).add({ token_hash: hash, ...session })
  return secret
}

/** Creates a client whose sign-ins write to the server's database instead of hashing a password. */
export const createSessionClient = (url: string, database: Config['database']): Client =>
  new Client(url, {
    openSession: (email) => queryDatabase(database, (db) => writeSession(db, email, systemClock)),
  })
