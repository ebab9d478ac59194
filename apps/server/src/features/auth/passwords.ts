import type { Api, CallOutput, LinkState } from '@vitrine/contract'
import { instant } from '../../base/clock.ts'
import { Failure, invalid } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../http/access.ts'
import { byActor, recordAudit } from '../audit/index.ts'
import { toAuditPerson, userService, userStore } from '../users/index.ts'
import { knownBrowsers } from './browsers.ts'
import { hashPassword, passwordHashQueue, verifyPassword } from './hashing.ts'
import { passwordLinks } from './password-links.ts'
import type { SignInOrigin } from './sessions.ts'
import { passwordLinkStore, sessionStore } from './store.ts'
import {
  listKnownBrowserLimits,
  listLinkSenderLimits,
  listPasswordConfirmationLimits,
  listStrangerLimits,
  signInThrottle,
} from './throttle.ts'

export const passwordService = (context: Context) => {
  const { db, clock, log, mailer, get } = context
  const [users, throttle, browsers, hashInQueue] = [
    get(userService),
    get(signInThrottle),
    get(knownBrowsers),
    get(passwordHashQueue),
  ]
  const links = passwordLinks(context)
  /** Mails that are sent after the answer. */
  const pendingMails = new Set<Promise<void>>()

  const reportUnsentMail = (message: string) => (error: unknown) => {
    if (error instanceof Failure) throw error
    log.error({ err: error }, 'a mail could not be sent')
    throw new Failure('unreachable', message)
  }

  /** Sets a new password, which ends all sessions and open links; returns the new session epoch. */
  async function replacePassword(tx: Db, userId: number, hash: string): Promise<number> {
    const store = userStore(tx)
    await store.setPassword(userId, hash)
    await store.endPasswordLinks(userId, instant(clock))
    const { session_epoch } = await store.endSessions(userId)
    return session_epoch
  }

  return {
    /** Mails a link for setting a password to a user whom the actor manages. */
    async sendFirst(actor: Actor, userId: number): Promise<void> {
      const user = await users.manageable(actor, userId)
      if (!user.email) throw invalid('userId', 'This user has no e-mail address.')
      await throttle.reserve(listLinkSenderLimits(actor.userId))
      await links.deliverFirst(mailer, user).catch(reportUnsentMail('Could not send the e-mail.'))
      await recordAudit(db, clock, {
        kind: 'link-sent',
        ...byActor(actor),
        on: toAuditPerson(user),
      })
    },

    /**
     * Takes as long for unknown addresses as for known ones: it checks the mail server in both
     * cases, and sends the mail only after the answer.
     */
    async requestReset(email: string, { address, browserToken }: SignInOrigin): Promise<void> {
      const browser = await browsers.recognise(browserToken, email)
      const { reachesLimit } = await throttle.reserve(
        browser
          ? listKnownBrowserLimits('reset', email, browser)
          : listStrangerLimits('reset', email, address),
      )
      const user = await userStore(db).findByEmail(email)
      // Unknown addresses are not stored.
      const auditSubject = { on: user ? toAuditPerson(user) : null, address }
      await recordAudit(db, clock, { kind: 'link-requested', ...auditSubject })
      if (reachesLimit)
        await recordAudit(db, clock, { kind: 'link-requests-closed', ...auditSubject })
      await mailer.verify().catch(reportUnsentMail('Could not send the email.'))
      if (!user) return
      const delivery = links
        .deliverReset(mailer, user)
        .catch((error) => log.error({ err: error }, 'a password link could not be sent'))
        .finally(() => pendingMails.delete(delivery))
      pendingMails.add(delivery)
    },

    /** The e-mail address is returned only for a valid link. */
    async checkLink(token: string): Promise<CallOutput<Api['auth']['checkLink']>> {
      const { link, state } = await links.find(token)
      if (state !== 'valid') return { state }
      return link ? { state, email: link.email } : { state: 'unknown' }
    },

    async setWithLink(token: string, password: string, address: string): Promise<void> {
      const { link, state } = await links.find(token)
      if (!link || state !== 'valid') throw createDeadLinkFailure(state)

      // Hashed before the transaction, so that it does not block others.
      const hash = await hashInQueue('known', () => hashPassword(password))
      await db.transaction().execute(async (tx) => {
        const isClaimed = await passwordLinkStore(tx).use(link.id, instant(clock))
        if (!isClaimed) throw createDeadLinkFailure('used')
        await replacePassword(tx, link.user_id, hash)
        const user = await userStore(tx).find(link.user_id)
        await recordAudit(tx, clock, {
          kind: 'password-set',
          by: user ? toAuditPerson(user) : null,
          address,
        })
      })
    },

    async change(actor: Actor, password: string): Promise<void> {
      const hash = await hashInQueue('known', () => hashPassword(password))
      await db.transaction().execute(async (tx) => {
        const epoch = await replacePassword(tx, actor.userId, hash)
        await sessionStore(tx).setEpoch(actor.sessionId, epoch)
        await recordAudit(tx, clock, { kind: 'password-changed', ...byActor(actor) })
      })
    },

    /** Waits for mails that are still being sent. */
    async drain(): Promise<void> {
      await Promise.all(pendingMails)
    },
  }
}

const deadLinkReasons: Record<LinkState, string> = {
  valid: '',
  used: 'This link has been used already.',
  expired: 'This link has expired.',
  unknown: 'This link is not valid.',
}

const createDeadLinkFailure = (state: LinkState) =>
  new Failure('invalid', `${deadLinkReasons[state]} Please ask for a new one.`, { link: state })

/** Confirms the password before an action that a stolen session must not perform. */
export async function confirmPassword(
  { db, get }: Context,
  actor: Actor,
  password: string,
): Promise<void> {
  const throttle = get(signInThrottle)
  const limits = listPasswordConfirmationLimits(actor.userId)
  await throttle.rejectIfExhausted(limits)
  const { reservation, matches } = await get(passwordHashQueue)('known', async () => {
    const reservation = await throttle.reserve(limits)
    const user = await userStore(db).find(actor.userId)
    return {
      reservation,
      matches: user?.password_hash ? await verifyPassword(password, user.password_hash) : false,
    }
  })
  if (!matches) throw invalid('password', 'This password is wrong. Please try again.')
  await throttle.release(db, reservation)
}
