import type { Db } from '../../db/tables.ts'
import { invalid, tooMany } from '../../failure.ts'
import type { Actor } from '../../http/actor.ts'
import { userStore } from '../users/index.ts'
import { verifyPassword } from './password-hash.ts'
import type { Throttle } from './throttle.ts'

/** Asks for the password once more before something that a stolen session must not do. Failures count like sign-ins. */
export const ownPassword = (db: Db, attempts: Throttle) => ({
  async confirm(actor: Actor, password: string): Promise<void> {
    const keys = attempts.keys('sign-in', actor.email, actor.address)
    await attempts.refuseWhenSpent(keys)
    const user = await userStore(db).find(actor.userId)
    const matches = user?.password_hash ? await verifyPassword(password, user.password_hash) : false
    if (matches) return attempts.refuseWhenSpent(keys)
    if ((await attempts.count(keys)) === 'closed') throw tooMany()
    throw invalid('password', 'This is not your password.')
  },
})

export type OwnPassword = ReturnType<typeof ownPassword>
