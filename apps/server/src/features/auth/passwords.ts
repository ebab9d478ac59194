import type { Api, CallOutput, LinkState } from '@vitrine/contract'
import type { Mailer } from '../../adapters/mail/mailer.ts'
import { type Clock, instant } from '../../base/clock.ts'
import { Failure, invalid } from '../../base/failure.ts'
import type { Log } from '../../base/log.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../http/access.ts'
import { byActor, recordAudit } from '../audit/index.ts'
import { toPerson, type UserService, userStore } from '../users/index.ts'
import type { KnownBrowsers } from './browsers.ts'
import { type HashQueue, hashPassword, verifyPassword } from './hashing.ts'
import type { PasswordLinks } from './password-links.ts'
import type { Origin } from './sessions.ts'
import { linkStore, sessionStore } from './store.ts'
import { browserLimits, senderLimits, strangerLimits, type Throttle, userLimits } from './throttle.ts'

interface Parts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly mailer: Mailer
  readonly users: UserService
  readonly links: PasswordLinks
  readonly attempts: Throttle
  readonly browsers: KnownBrowsers
  readonly hashing: HashQueue
  /** Runs work after the answer; the server waits for it on shutdown. */
  readonly inBackground: (work: Promise<void>) => void
}

export const passwordService = (parts: Parts) => {
  const { db, clock, log, mailer, users, links, attempts, browsers, hashing, inBackground } = parts

  const notSent = (message: string) => (error: unknown) => {
    if (error instanceof Failure) throw error
    log.error({ err: error }, 'a mail could not be sent')
    throw new Failure('unreachable', message)
  }

  /** With a new password, every session and every open link of the old one ends. */
  async function replace(tx: Db, userId: number, hash: string): Promise<number> {
    const store = userStore(tx)
    await store.setPassword(userId, hash)
    await store.endPasswordLinks(userId, instant(clock))
    const { session_epoch } = await store.endSessions(userId)
    return session_epoch
  }

  return {
    async sendFirst(actor: Actor, userId: number): Promise<void> {
      const user = await users.manageable(actor, userId)
      if (!user.email) throw invalid('userId', 'This user has no e-mail address.')
      await attempts.reserve(senderLimits(actor.userId))
      await links.deliverFirst(mailer, user).catch(notSent('Could not send the e-mail.'))
      await recordAudit(db, clock, { kind: 'link-sent', ...byActor(actor), on: toPerson(user) })
    },

    /**
     * Answers the same, after the same work, whether or not the address is known: it asks the mail
     * server in both cases, and sends only after the answer.
     */
    async requestReset(email: string, { address, browserToken }: Origin): Promise<void> {
      const browser = await browsers.recognise(browserToken, email)
      const { closes } = await attempts.reserve(
        browser ? browserLimits('reset', email, browser) : strangerLimits('reset', email, address),
      )
      const user = await userStore(db).findByEmail(email)
      // An unknown address is not stored.
      const about = { on: user ? toPerson(user) : null, address }
      await recordAudit(db, clock, { kind: 'link-requested', ...about })
      if (closes) await recordAudit(db, clock, { kind: 'link-requests-closed', ...about })
      await mailer.verify().catch(notSent('Could not send the email.'))
      if (!user) return
      const sent = links.deliverReset(mailer, user)
      inBackground(sent.catch((error) => log.error({ err: error }, 'a password link could not be sent')))
    },

    /** The address is returned only for a valid link. */
    async checkLink(token: string): Promise<CallOutput<Api['auth']['checkLink']>> {
      const { link, state } = await links.find(token)
      if (state !== 'valid') return { state }
      return link ? { state, email: link.email } : { state: 'unknown' }
    },

    async setWithLink(token: string, password: string, address: string): Promise<void> {
      const { link, state } = await links.find(token)
      if (!link || state !== 'valid') throw deadLink(state)

      // Hashed before the transaction, which would block others meanwhile.
      const hash = await hashing('known', () => hashPassword(password))
      await db.transaction().execute(async (tx) => {
        const claimed = await linkStore(tx).use(link.id, instant(clock))
        if (!claimed) throw deadLink('used')
        await replace(tx, link.user_id, hash)
        const user = await userStore(tx).find(link.user_id)
        await recordAudit(tx, clock, { kind: 'password-set', by: user ? toPerson(user) : null, address })
      })
    },

    async change(actor: Actor, password: string): Promise<void> {
      const hash = await hashing('known', () => hashPassword(password))
      await db.transaction().execute(async (tx) => {
        const epoch = await replace(tx, actor.userId, hash)
        await sessionStore(tx).carryOver(actor.sessionId, epoch)
        await recordAudit(tx, clock, { kind: 'password-changed', ...byActor(actor) })
      })
    },
  }
}

export type PasswordService = ReturnType<typeof passwordService>

const reasons: Record<LinkState, string> = {
  valid: '',
  used: 'This link has been used already.',
  expired: 'This link has expired.',
  unknown: 'This link is not valid.',
}

const deadLink = (state: LinkState) =>
  new Failure('invalid', `${reasons[state]} Please ask for a new one.`, { link: state })

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
