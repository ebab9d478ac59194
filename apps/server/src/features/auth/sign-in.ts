import { type SecondStepAnswer, type SecondStepNeeded, type SignInInfo, secondStepWord } from '@vitrine/contract'
import { type Clock, instant } from '../../clock.ts'
import type { Db } from '../../db/tables.ts'
import { Failure, tooMany } from '../../failure.ts'
import { recordAudit } from '../audit/index.ts'
import { toPerson, type UserRow, userStore } from '../users/index.ts'
import { browserName } from './browser-name.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import type { SecondStepProofs } from './second-step/proofs.ts'
import type { Tickets } from './second-step/tickets.ts'
import { type Origin, startSession } from './session-start.ts'
import { sessionStore } from './session-store.ts'
import { lifetimeUnused } from './sessions.ts'
import type { Throttle } from './throttle.ts'

interface Parts {
  readonly db: Db
  readonly clock: Clock
  readonly attempts: Throttle
  readonly tickets: Tickets
  readonly proofs: SecondStepProofs
}

export const signInService = ({ db, clock, attempts, tickets, proofs }: Parts) => {
  const users = userStore(db)
  // Verified for unknown addresses, so that they take as long as known ones.
  const decoy = hashPassword('a password that nobody has')

  /** Counts a failure and writes it down: the same work whether or not there is such a user. */
  async function counted(keys: readonly string[], user: UserRow | undefined, origin: Origin, step: 'first' | 'second') {
    const count = await attempts.count(keys)
    const about = { on: user ? toPerson(user) : null, address: origin.address }
    const details = { browser: browserName(origin.userAgent), step }
    await recordAudit(db, clock, { kind: 'sign-in-failed', ...about, details })
    if (count !== 'open') await recordAudit(db, clock, { kind: 'sign-in-closed', ...about })
    if (count === 'closed') throw tooMany()
  }

  return {
    async withPassword(email: string, password: string, origin: Origin): Promise<SignInInfo> {
      const keys = attempts.keys('sign-in', email, origin.address)
      await attempts.refuseWhenSpent(keys)

      const user = await users.findByEmail(email)
      const matches = await verifyPassword(password, user?.password_hash ?? (await decoy))
      if (!user?.password_hash || !matches) {
        await counted(keys, user, origin, 'first')
        throw new Failure('unauthorised', 'Login failed.')
      }
      // Asked again: of many guesses sent at once, those after the fifth failure must not learn that one was right.
      await attempts.refuseWhenSpent(keys)

      const needed = await tickets.issue(user)
      if (needed) throw new Failure('unauthorised', secondStepWord, needed satisfies SecondStepNeeded)
      await sessionStore(db).removeUnused(instant(clock, -lifetimeUnused))
      return db.transaction().execute((tx) => startSession(tx, user, { clock, origin, method: 'password' }))
    },

    async withSecondStep(answer: SecondStepAnswer, origin: Origin): Promise<SignInInfo> {
      const { ticket, user } = await tickets.attempt(answer.ticket)
      const keys = attempts.keys('sign-in', user.email, origin.address)
      await attempts.refuseWhenSpent(keys)

      const proof = await proofs.of(user.id, ticket.challenge, answer)
      await attempts.refuseWhenSpent(keys)
      const info =
        proof &&
        (await db.transaction().execute(async (tx) => {
          if (!(await proof.use(tx))) return null
          await tickets.use(tx, ticket)
          return startSession(tx, user, { clock, origin, method: proof.method })
        }))
      if (info) return info
      await counted(keys, user, origin, 'second')
      throw tickets.refusal(ticket)
    },
  }
}

export type SignInService = ReturnType<typeof signInService>
