import { type SecondStepAnswer, type SecondStepNeeded, secondStepWord } from '@vitrine/contract'
import { instant, minutes } from '../../base/clock.ts'
import { Failure, tooManyRequests } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import type { Reservation } from '../../db/rate-limits.ts'
import type { Db } from '../../db/tables.ts'
import { recordAudit } from '../audit/index.ts'
import { toAuditPerson, type UserRow, userStore } from '../users/index.ts'
import { browserName, knownBrowsers } from './browsers.ts'
import { decoyHash, hashQueue, hashSecret, newSecret, verifyPassword } from './hashing.ts'
import { assertionOptions, siteOf } from './passkey-ceremony.ts'
import { secondStepProofs } from './second-step-proofs.ts'
import { idleLifetimeMs, type Origin, type SignedIn, startSession } from './sessions.ts'
import { sessionStore } from './store.ts'
import { passkeyStore, secondStepStore, type Ticket, ticketStore } from './store-second-step.ts'
import { browserLimits, maxFailures, strangerLimits, throttle } from './throttle.ts'

interface Attempt extends Reservation {
  readonly user: UserRow | undefined
  readonly origin: Origin
  readonly step: 'first' | 'second'
}

export const signInService = (context: Context) => {
  const { db, clock, get } = context
  const [users, attempts, browsers, hashing] = [
    userStore(db),
    get(throttle),
    get(knownBrowsers),
    get(hashQueue),
  ]
  const [tickets, proofs] = [signInTickets(context), secondStepProofs(context)]
  // Verified for unknown addresses, so that they take as long as known ones.
  const decoy = decoyHash()

  async function limitsFor(email: string, { address, browserToken }: Origin) {
    const browser = await browsers.recognise(browserToken, email)
    return browser
      ? { who: 'known' as const, limits: browserLimits('sign-in', email, browser) }
      : { who: 'stranger' as const, limits: strangerLimits('sign-in', email, address) }
  }

  /** The same work and the same answer whether or not there is such a user. */
  async function recordFailure({ user, origin, step, earlier, closes }: Attempt): Promise<void> {
    const about = { on: user ? toAuditPerson(user) : null, address: origin.address }
    const details = { browser: browserName(origin.userAgent), step }
    await recordAudit(db, clock, { kind: 'sign-in-failed', ...about, details })
    if (closes || earlier + 1 === maxFailures)
      await recordAudit(db, clock, { kind: 'sign-in-closed', ...about })
    if (earlier >= maxFailures) throw tooManyRequests()
  }

  return {
    async withPassword(email: string, password: string, origin: Origin): Promise<SignedIn> {
      const { who, limits } = await limitsFor(email, origin)
      // Checked before queueing, and again by `reserve`.
      await attempts.rejectWhenExhausted(limits)
      const { attempt, user, matches } = await hashing(who, async () => {
        const attempt = await attempts.reserve(limits)
        const user = await users.findByEmail(email)
        const matches = await verifyPassword(password, user?.password_hash ?? decoy)
        return { attempt, user, matches }
      })
      if (!user?.password_hash || !matches) {
        await recordFailure({ ...attempt, user, origin, step: 'first' })
        throw new Failure('unauthorised', 'Login failed.')
      }

      const needed = await tickets.issue(user)
      if (needed) {
        await attempts.release(db, attempt)
        throw new Failure('unauthorised', secondStepWord, needed satisfies SecondStepNeeded)
      }
      return db.transaction().execute(async (tx) => {
        await attempts.release(tx, attempt)
        await sessionStore(tx).removeUnused(instant(clock, -idleLifetimeMs))
        return startSession(tx, user, { clock, browsers, origin, method: 'password' })
      })
    },

    async withSecondStep(answer: SecondStepAnswer, origin: Origin): Promise<SignedIn> {
      const { ticket, user } = await tickets.attempt(answer.ticket)
      const { limits } = await limitsFor(user.email, origin)
      const attempt = await attempts.reserve(limits)
      const proof = await proofs.of(user.id, ticket.challenge, answer)
      const signedIn =
        proof &&
        (await db.transaction().execute(async (tx) => {
          if (!(await proof.use(tx))) return null
          await tickets.use(tx, ticket)
          await attempts.release(tx, attempt)
          return startSession(tx, user, { clock, browsers, origin, method: proof.method })
        }))
      if (signedIn) return signedIn
      await recordFailure({ ...attempt, user, origin, step: 'second' })
      throw tickets.refusal(ticket)
    },
  }
}

const validityMs = minutes(5)
const attemptsAllowed = 5

const ended = () =>
  new Failure('unauthorised', 'This took too long. Please sign in again.', { ticket: 'ended' })

/** A ticket is issued for a correct password when a second step follows. */
const signInTickets = ({ db, clock, publicUrl }: Context) => ({
  /** Null for a user without a second step. */
  async issue(user: UserRow): Promise<SecondStepNeeded | null> {
    const authenticator = await secondStepStore(db).authenticator(user.id)
    const passkeys = await passkeyStore(db).of(user.id)
    const code = authenticator?.confirmed_at != null
    if (!code && passkeys.length === 0) return null

    const passkey =
      passkeys.length > 0 ? await assertionOptions(siteOf(publicUrl()), passkeys) : null
    const recovery = (await secondStepStore(db).unusedCodes(user.id)) > 0
    const { secret, hash } = newSecret()
    const store = ticketStore(db)
    await store.removeExpired(instant(clock))
    await store.add({
      token_hash: hash,
      user_id: user.id,
      epoch: user.session_epoch,
      challenge: passkey?.challenge ?? null,
      expires_at: instant(clock, validityMs),
    })
    return {
      ticket: secret,
      methods: [
        ...(code ? ['code' as const] : []),
        ...(passkey ? ['passkey' as const] : []),
        ...(recovery ? ['recovery' as const] : []),
      ],
      passkey: passkey && { ...passkey },
    }
  },

  /** Takes an attempt off the ticket and finds whose it is; a new password or role in between ends it. */
  async attempt(secret: string): Promise<{ ticket: Ticket; user: UserRow }> {
    const ticket = await ticketStore(db).attempt(
      hashSecret(secret),
      attemptsAllowed,
      instant(clock),
    )
    const user = ticket && (await userStore(db).find(ticket.user_id))
    if (!ticket || !user || user.session_epoch !== ticket.epoch) throw ended()
    return { ticket, user }
  },

  /** Of two concurrent answers, one fails. */
  async use(tx: Db, ticket: Ticket): Promise<void> {
    if (!(await ticketStore(tx).use(ticket.id))) throw ended()
  },

  refusal: ({ attempts }: Ticket) =>
    new Failure('unauthorised', 'That was not accepted. Please try again.', {
      ticket: attempts < attemptsAllowed ? 'open' : 'ended',
    }),
})
