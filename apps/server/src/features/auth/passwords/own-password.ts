import { invalid } from '../../../base/failure.ts'
import type { Db } from '../../../db/tables.ts'
import type { Actor } from '../../../http/actor.ts'
import { userStore } from '../../users/index.ts'
import { type Throttle, userLimits } from '../sign-in/throttle.ts'
import type { HashQueue } from './hash-queue.ts'
import { verifyPassword } from './password-hash.ts'

/** Confirms the password before an action that a stolen session must not perform. */
export const ownPassword = (db: Db, attempts: Throttle, hashing: HashQueue) => ({
  async confirm(actor: Actor, password: string): Promise<void> {
    const limits = userLimits(actor.userId)
    await attempts.rejectWhenExhausted(limits)
    const { attempt, matches } = await hashing('known', async () => {
      const attempt = await attempts.reserve(limits)
      const user = await userStore(db).find(actor.userId)
      return { attempt, matches: user?.password_hash ? await verifyPassword(password, user.password_hash) : false }
    })
    if (!matches) throw invalid('password', 'This is not your password.')
    await attempts.release(db, attempt)
  },
})

export type OwnPassword = ReturnType<typeof ownPassword>
