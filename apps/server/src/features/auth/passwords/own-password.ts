import { invalid } from '../../../base/failure.ts'
import type { Db } from '../../../db/tables.ts'
import type { Actor } from '../../../http/actor.ts'
import { userStore } from '../../users/index.ts'
import { allowanceOfUser, type Throttle } from '../sign-in/throttle.ts'
import type { HashQueue } from './hash-queue.ts'
import { verifyPassword } from './password-hash.ts'

/** Asks for the password once more before something that a stolen session must not do. */
export const ownPassword = (db: Db, attempts: Throttle, hashing: HashQueue) => ({
  async confirm(actor: Actor, password: string): Promise<void> {
    const allowance = allowanceOfUser(actor.userId)
    await attempts.refuseWhenSpent(allowance)
    const { attempt, matches } = await hashing('known', async () => {
      const attempt = await attempts.reserve(allowance)
      const user = await userStore(db).find(actor.userId)
      return { attempt, matches: user?.password_hash ? await verifyPassword(password, user.password_hash) : false }
    })
    if (!matches) throw invalid('password', 'This is not your password.')
    await attempts.release(db, attempt)
  },
})

export type OwnPassword = ReturnType<typeof ownPassword>
