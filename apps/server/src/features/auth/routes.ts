import type { Api, SignInInfo } from '@vitrine/contract'
import { isHttps } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import type { Handlers, RequestContext } from '../../http/mount.ts'
import { browserCookie, readBrowserToken } from './browsers.ts'
import { passwordService } from './passwords.ts'
import { secondStepService } from './second-step.ts'
import { type SignInOrigin, type SignInResult, sessionService } from './sessions.ts'
import { signInService } from './sign-in.ts'

const toSignInOrigin = ({ address, userAgent, cookies }: RequestContext): SignInOrigin => ({
  address,
  userAgent,
  browserToken: readBrowserToken(cookies),
})

/** Answers a sign-in and sets the known-browser cookie. */
function answerSignIn(
  { info, browserToken }: SignInResult,
  { setCookie }: RequestContext,
  { config }: Context,
): SignInInfo {
  setCookie(browserCookie(browserToken, isHttps(config)))
  return info
}

export const authHandlers = (context: Context): Handlers<Api['auth']> => {
  const { get } = context
  const [signIn, sessions, passwords] = [
    get(signInService),
    get(sessionService),
    get(passwordService),
  ]
  return {
    signIn: async ({ body }, request) =>
      answerSignIn(
        await signIn.withPassword(body.email, body.password, toSignInOrigin(request)),
        request,
        context,
      ),
    signOut: (_input, { actor }) => sessions.signOut(actor),
    requestReset: ({ body }, request) =>
      passwords.requestReset(body.email, toSignInOrigin(request)),
    checkLink: ({ body }) => passwords.checkLink(body.token),
    setPassword: ({ body }, { address }) =>
      passwords.setWithLink(body.token, body.password, address),
    changePassword: ({ body }, { actor }) => passwords.change(actor, body.password),
    sessions: (_input, { actor }) => sessions.list(actor),
    endSession: ({ params }, { actor }) => sessions.end(actor, params.id),
    endOtherSessions: async (_input, { actor }) => ({ ended: await sessions.endOthers(actor) }),
    sendPasswordLink: ({ body }, { actor }) => passwords.sendFirst(actor, body.userId),
  }
}

export const secondStepHandlers = (context: Context): Handlers<Api['secondStep']> => {
  const [signIn, secondSteps] = [context.get(signInService), context.get(secondStepService)]
  return {
    signIn: async ({ body }, request) =>
      answerSignIn(await signIn.withSecondStep(body, toSignInOrigin(request)), request, context),
    state: (_input, { actor }) => secondSteps.state(actor),
    offerCode: (_input, { actor }) => secondSteps.offerCode(actor),
    confirmCode: async ({ body }, { actor }) => ({
      recoveryCodes: await secondSteps.confirmCode(actor, body.code),
    }),
    removeCode: ({ body }, { actor }) => secondSteps.removeCode(actor, body.password),
    renewRecoveryCodes: async ({ body }, { actor }) => ({
      recoveryCodes: await secondSteps.renewCodes(actor, body.password),
    }),
    offerPasskey: async (_input, { actor }) => ({ ...(await secondSteps.offerPasskey(actor)) }),
    addPasskey: async ({ body }, { actor }) => ({
      recoveryCodes: await secondSteps.addPasskey(actor, body.name, body.passkey),
    }),
    removePasskey: ({ body }, { actor }) =>
      secondSteps.removePasskey(actor, body.id, body.password),
    ofUser: async ({ params }, { actor }) => ({ on: await secondSteps.isOnFor(actor, params.id) }),
    reset: ({ body }, { actor }) => secondSteps.reset(actor, body.userId),
  }
}
