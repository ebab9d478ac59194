import {
  type SecondStepAnswer,
  type SecondStepNeeded,
  secondStepRequiredCode,
} from '@vitrine/contract'
import { instant, minutes } from '../../base/clock.ts'
import { Failure, rateLimited } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import type { AttemptReservation } from '../../db/rate-limits.ts'
import type { Db } from '../../db/tables.ts'
import { recordAudit } from '../audit/index.ts'
import { toAuditPerson, type UserRow, userStore } from '../users/index.ts'
import { formatBrowserName, knownBrowsers } from './browsers.ts'
import {
  createDecoyHash,
  generateSecret,
  hashSecret,
  passwordHashQueue,
  verifyPassword,
} from './hashing.ts'
import { createAssertionOptions, toRelyingParty } from './passkey-ceremony.ts'
import { secondStepProofs } from './second-step-proofs.ts'
import {
  type SignInOrigin,
  type SignInResult,
  sessionIdleLifetimeMs,
  startSession,
} from './sessions.ts'
import { sessionStore } from './store.ts'
import {
  passkeyStore,
  type SignInTicket,
  secondStepStore,
  signInTicketStore,
} from './store-second-step.ts'
import {
  listKnownBrowserLimits,
  listStrangerLimits,
  maxSignInFailures,
  signInThrottle,
} from './throttle.ts'

interface FailedAttempt extends AttemptReservation {
  readonly user: UserRow | undefined
  readonly origin: SignInOrigin
  readonly step: 'first' | 'second'
}

export const signInService = (context: Context) => {
  const { db, clock, get } = context
  const [users, throttle, browsers, hashInQueue] = [
    userStore(db),
    get(signInThrottle),
    get(knownBrowsers),
    get(passwordHashQueue),
  ]
  const [tickets, proofs] = [signInTickets(context), secondStepProofs(context)]
  // Verified for unknown addresses, so that they take as long as known ones.
  const decoyHash = createDecoyHash()

  async function listLimits(email: string, { address, browserToken }: SignInOrigin) {
    const browser = await browsers.recognise(browserToken, email)
    return browser
      ? { priority: 'known' as const, limits: listKnownBrowserLimits('sign-in', email, browser) }
      : { priority: 'stranger' as const, limits: listStrangerLimits('sign-in', email, address) }
  }

  /** Records a failed step; does the same work for unknown users as for known ones. */
  async function recordFailure({
    user,
    origin,
    step,
    earlierAttempts,
    reachesLimit,
  }: FailedAttempt): Promise<void> {
    const auditSubject = { on: user ? toAuditPerson(user) : null, address: origin.address }
    const details = { browser: formatBrowserName(origin.userAgent), step }
    await recordAudit(db, clock, { kind: 'sign-in-failed', ...auditSubject, details })
    const isLastAllowedFailure = earlierAttempts + 1 === maxSignInFailures
    if (reachesLimit || isLastAllowedFailure)
      await recordAudit(db, clock, { kind: 'sign-in-closed', ...auditSubject })
    if (earlierAttempts >= maxSignInFailures) throw rateLimited()
  }

  return {
    async withPassword(
      email: string,
      password: string,
      origin: SignInOrigin,
    ): Promise<SignInResult> {
      const { priority, limits } = await listLimits(email, origin)
      // A cheap check before queueing; `reserve` checks again.
      await throttle.rejectIfExhausted(limits)
      const { reservation, user, matches } = await hashInQueue(priority, async () => {
        const reservation = await throttle.reserve(limits)
        const user = await users.findByEmail(email)
        const matches = await verifyPassword(password, user?.password_hash ?? decoyHash)
        return { reservation, user, matches }
      })
      if (!user?.password_hash || !matches) {
        await recordFailure({ ...reservation, user, origin, step: 'first' })
        throw new Failure('unauthorised', 'Login failed.')
      }

      const secondStep = await tickets.issue(user)
      if (secondStep) {
        await throttle.release(db, reservation)
        throw new Failure(
          'unauthorised',
          secondStepRequiredCode,
          secondStep satisfies SecondStepNeeded,
        )
      }
      return db.transaction().execute(async (tx) => {
        await throttle.release(tx, reservation)
        await sessionStore(tx).removeUnused(instant(clock, -sessionIdleLifetimeMs))
        return startSession(tx, user, { clock, browsers, origin, method: 'password' })
      })
    },

    async withSecondStep(answer: SecondStepAnswer, origin: SignInOrigin): Promise<SignInResult> {
      const { ticket, user } = await tickets.takeAttempt(answer.ticket)
      const { limits } = await listLimits(user.email, origin)
      const reservation = await throttle.reserve(limits)
      const proof = await proofs.verify(user.id, ticket.challenge, answer)
      if (proof) {
        const result = await db.transaction().execute(async (tx) => {
          if (!(await proof.use(tx))) return null
          await tickets.use(tx, ticket)
          await throttle.release(tx, reservation)
          return startSession(tx, user, { clock, browsers, origin, method: proof.method })
        })
        if (result) return result
      }
      await recordFailure({ ...reservation, user, origin, step: 'second' })
      throw tickets.createRefusal(ticket)
    },
  }
}

const ticketValidityMs = minutes(5)
const maxTicketAttempts = 5

const createEndedTicketFailure = () =>
  new Failure('unauthorised', 'This took too long. Please sign in again.', { ticket: 'ended' })

/** Tickets are issued for a correct password if a second step is required. */
const signInTickets = ({ db, clock, publicUrl }: Context) => ({
  /** Issues a ticket; null for a user without a second step. */
  async issue(user: UserRow): Promise<SecondStepNeeded | null> {
    const authenticator = await secondStepStore(db).findAuthenticator(user.id)
    const passkeys = await passkeyStore(db).list(user.id)
    const hasAuthenticator = authenticator?.confirmed_at != null
    if (!hasAuthenticator && passkeys.length === 0) return null

    const passkey =
      passkeys.length > 0
        ? await createAssertionOptions(toRelyingParty(publicUrl()), passkeys)
        : null
    const hasRecoveryCodes = (await secondStepStore(db).countUnusedRecoveryCodes(user.id)) > 0
    const { secret, hash } = generateSecret()
    const store = signInTicketStore(db)
    await store.removeExpired(instant(clock))
    await store.add({
      token_hash: hash,
      user_id: user.id,
      epoch: user.session_epoch,
      challenge: passkey?.challenge ?? null,
      expires_at: instant(clock, ticketValidityMs),
    })
    const methods: SecondStepNeeded['methods'] = []
    if (hasAuthenticator) methods.push('code')
    if (passkey) methods.push('passkey')
    if (hasRecoveryCodes) methods.push('recovery')
    return {
      ticket: secret,
      methods,
      passkey: passkey && { ...passkey },
    }
  },

  /** Takes an attempt from a ticket and finds its user. A new password or role ends the ticket. */
  async takeAttempt(secret: string): Promise<{ ticket: SignInTicket; user: UserRow }> {
    const ticket = await signInTicketStore(db).takeAttempt(
      hashSecret(secret),
      maxTicketAttempts,
      instant(clock),
    )
    const user = ticket && (await userStore(db).find(ticket.user_id))
    if (!ticket || !user || user.session_epoch !== ticket.epoch) throw createEndedTicketFailure()
    return { ticket, user }
  },

  /** Uses a ticket up; of two concurrent callers, one fails. */
  async use(tx: Db, ticket: SignInTicket): Promise<void> {
    if (!(await signInTicketStore(tx).use(ticket.id))) throw createEndedTicketFailure()
  },

  createRefusal: ({ attempts }: SignInTicket) =>
    new Failure('unauthorised', 'That was not accepted. Please try again.', {
      ticket: attempts < maxTicketAttempts ? 'open' : 'ended',
    }),
})
