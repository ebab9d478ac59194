import { z } from 'zod'
import { type Call, Done } from '../call.ts'
import { anyone, managers, signedIn } from '../roles.ts'
import { secondStepMethods } from '../second-step.ts'
import { Id, IdParams, line } from '../text.ts'
import { SignInInfo } from './auth.ts'

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/, 'This must be base64url.')

const TypedCode = line(40)
const Password = z.string().max(1000)

/** The parts of a browser's passkey registration that the server needs. */
export const PasskeyRegistration = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(40_000),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,30}$/))
      .max(10)
      .optional(),
  }),
})
export type PasskeyRegistration = z.output<typeof PasskeyRegistration>

/** A browser's answer when a passkey was used. */
export const PasskeyAssertion = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: base64url(200).optional(),
  }),
})
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>

/** `obj` of the 401 with message 'secondstep'. The ticket allows five attempts in five minutes. */
export const SecondStepNeeded = z.object({
  ticket: z.string(),
  methods: z.array(z.enum(secondStepMethods)),
  /** Options for requesting a passkey in the browser; null if the user has none. */
  passkey: z.looseObject({ challenge: z.string() }).nullable(),
})
export type SecondStepNeeded = z.infer<typeof SecondStepNeeded>

const Ticket = z.string().min(1).max(200)

export const SecondStepAnswer = z.union([
  z.strictObject({ ticket: Ticket, code: TypedCode }),
  z.strictObject({ ticket: Ticket, recoveryCode: TypedCode }),
  z.strictObject({ ticket: Ticket, passkey: PasskeyAssertion }),
])
export type SecondStepAnswer = z.output<typeof SecondStepAnswer>

/** Recovery codes are returned once, with the first second step; null for further ones. */
const NewCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() })

export const Passkey = z.object({
  id: z.number().int(),
  name: z.string(),
  createdAt: z.string(),
  usedAt: z.string().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

export const SecondStepState = z.object({
  /** Whether an authenticator app is confirmed. */
  code: z.boolean(),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.number().int(),
})
export type SecondStepState = z.infer<typeof SecondStepState>

export const secondStep = {
  signIn: {
    method: 'POST',
    path: '/auth/second-step',
    access: anyone,
    summary:
      'Finish a sign-in that answered "secondstep", with a code, a recovery code or a passkey',
    body: SecondStepAnswer,
    ok: SignInInfo,
  },
  state: {
    method: 'GET',
    path: '/user/second-step',
    access: signedIn,
    summary: 'The second steps that the caller has set up',
    ok: SecondStepState,
  },
  offerCode: {
    method: 'POST',
    path: '/user/second-step/code/offer',
    access: signedIn,
    summary:
      'A new secret for an authenticator app, with its QR code; it takes effect once a code confirms it',
    ok: z.object({
      secret: z.string(),
      uri: z.string(),
      qr: z.object({ size: z.number(), path: z.string() }),
    }),
  },
  confirmCode: {
    method: 'POST',
    path: '/user/second-step/code/confirm',
    access: signedIn,
    summary: 'Turn on the authenticator app with one of its codes',
    body: z.strictObject({ code: TypedCode }),
    ok: NewCodes,
  },
  removeCode: {
    method: 'POST',
    path: '/user/second-step/code/remove',
    access: signedIn,
    summary: 'Turn off the authenticator app',
    body: z.strictObject({ password: Password }),
    ok: Done,
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/user/second-step/recovery-codes',
    access: signedIn,
    summary: 'Ten new recovery codes; the old ones stop working',
    body: z.strictObject({ password: Password }),
    ok: z.object({ recoveryCodes: z.array(z.string()) }),
  },
  offerPasskey: {
    method: 'POST',
    path: '/user/second-step/passkeys/offer',
    access: signedIn,
    summary: 'Options for creating a passkey in the browser',
    ok: z.looseObject({ challenge: z.string() }),
  },
  addPasskey: {
    method: 'POST',
    path: '/user/second-step/passkeys',
    access: signedIn,
    summary: 'Add a passkey that the browser created',
    body: z.strictObject({
      name: line(60).min(1, 'Please give it a name.'),
      passkey: PasskeyRegistration,
    }),
    ok: NewCodes,
  },
  removePasskey: {
    method: 'POST',
    path: '/user/second-step/passkeys/remove',
    access: signedIn,
    summary: 'Remove one of the caller’s passkeys',
    body: z.strictObject({ id: Id, password: Password }),
    ok: Done,
  },
  ofUser: {
    method: 'GET',
    path: '/admin/users/second-step/:id',
    access: managers,
    summary: 'Whether a user has a second step',
    params: IdParams,
    ok: z.object({ on: z.boolean() }),
  },
  reset: {
    method: 'POST',
    path: '/admin/users/reset-second-step',
    access: managers,
    summary: 'Remove all second steps of a user who lost them',
    body: z.strictObject({ userId: Id }),
    ok: Done,
  },
} as const satisfies Record<string, Call>
