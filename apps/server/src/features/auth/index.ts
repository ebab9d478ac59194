import type { Context } from '../../context.ts'
import { mediaPassIn } from '../../http/cookies.ts'
import type { Visit } from '../../http/mount.ts'
import { userService } from '../users/index.ts'
import { knownBrowsers } from './browsers.ts'
import { hashQueue } from './hashing.ts'
import { passwordLinks } from './password-links.ts'
import { ownPassword, passwordService } from './passwords.ts'
import { authHandlers, secondStepHandlers } from './routes.ts'
import { secondStepService } from './second-step.ts'
import { secondStepProofs } from './second-step-proofs.ts'
import { mediaPasses, sessionService } from './sessions.ts'
import { signInService, signInTickets } from './sign-in.ts'
import { throttle } from './throttle.ts'
import { sealer } from './totp.ts'

export { hashPassword } from './hashing.ts'
export { passwordLinks } from './password-links.ts'
export { secondStepStore } from './store-second-step.ts'

export function registerAuth({ app, get }: Context) {
  const { handlers, end } = get(authentication)
  app.addHook('onClose', end)
  return handlers
}

/** Sign-in, passwords, second step and sessions. */
export function authentication({ config, db, clock, log, mailer, publicUrl }: Context) {
  const users = userService(db, clock)
  const mails = new Set<Promise<void>>()
  const inBackground = (work: Promise<void>) => {
    mails.add(work)
    void work.finally(() => mails.delete(work))
  }
  const attempts = throttle(db, clock)
  const browsers = knownBrowsers(db, clock)
  const hashing = hashQueue()
  const seals = sealer(config.secondStepKey)
  const sessions = sessionService(db, clock)
  const passes = mediaPasses(db, clock)
  const links = passwordLinks({ db, clock, publicUrl, foundation: config.foundation.name })
  const passwords = passwordService({
    db,
    clock,
    log,
    mailer,
    users,
    links,
    attempts,
    browsers,
    hashing,
    inBackground,
  })
  const signIn = signInService({
    db,
    clock,
    attempts,
    browsers,
    hashing,
    tickets: signInTickets({ db, clock, publicUrl }),
    proofs: secondStepProofs({ db, clock, seals, publicUrl }),
  })
  const secondSteps = secondStepService({
    db,
    clock,
    users,
    seals,
    ownPassword: ownPassword(db, attempts, hashing),
    publicUrl,
  })
  const secure = config.publicUrl?.startsWith('https:') ?? false

  return {
    authenticate: sessions.authenticate,
    mediaPassOf: passes.of,
    /** Whether the caller is signed in, by bearer token or media pass. */
    isStaff: async ({ token, cookies }: Pick<Visit, 'token' | 'cookies'>): Promise<boolean> => {
      if (token !== undefined) return (await sessions.authenticate(token)) !== null
      const pass = mediaPassIn(cookies)
      return pass !== undefined && passes.isGood(pass)
    },
    handlers: {
      auth: authHandlers({ signIn, sessions, passwords, secure }),
      secondStep: secondStepHandlers(signIn, secondSteps, secure),
    },
    /** Waits for mails that are still being sent. */
    end: async (): Promise<void> => {
      await Promise.all(mails)
    },
  }
}
