import type { PasskeyAssertion, SecondStepAnswer, SecondStepMethod } from '@vitrine/contract'
import { hours, instant } from '../../base/clock.ts'
import { Failure } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { siteOf, verifiedAssertion } from './passkey-ceremony.ts'
import { sealer } from './sealer.ts'
import { hashRecoveryCode } from './second-step.ts'
import { passkeyStore, secondStepStore } from './store-second-step.ts'
import { fromBase32, stepOfCode } from './totp.ts'

/*
 * With the password and five failures a minute, a million codes could be tried in some months. So after
 * ten wrong codes in a row each further one closes the codes, and only them, for an hour.
 */
const wrongCodesAllowed = 10
const lockoutMs = hours(1)

/** A valid proof that is not used yet: of two concurrent callers, `use` is true for one. */
export interface Proof {
  readonly method: SecondStepMethod
  use(tx: Db): Promise<boolean>
}

export const secondStepProofs = ({ db, clock, config, publicUrl }: Context) => {
  const seals = sealer(config.secondStepKey)

  async function byCode(userId: number, typed: string): Promise<Proof | null> {
    const store = secondStepStore(db)
    const app = await store.authenticator(userId)
    if (!app?.confirmed_at) return null
    if (app.closed_until && app.closed_until > instant(clock)) {
      throw new Failure(
        'tooMany',
        'Too many wrong codes. Please try again in an hour, or use a recovery code or a passkey.',
      )
    }
    const secret = seals.open(app.secret, userId)
    if (secret === null) {
      throw new Failure(
        'unavailable',
        'Codes can’t be checked: SECOND_STEP_KEY has changed. Please tell your administrator.',
      )
    }
    const step = stepOfCode(
      fromBase32(secret),
      typed.replaceAll(/\s/g, ''),
      clock.now(),
      app.last_step,
    )
    if (step !== null)
      return { method: 'code', use: (tx) => secondStepStore(tx).useStep(userId, step) }

    if ((await store.countFailure(userId)) >= wrongCodesAllowed)
      await store.close(userId, instant(clock, lockoutMs))
    return null
  }

  const byRecoveryCode = (userId: number, typed: string): Proof => ({
    method: 'recovery',
    use: (tx) => secondStepStore(tx).useCode(userId, hashRecoveryCode(typed), instant(clock)),
  })

  async function byPasskey(
    userId: number,
    challenge: string | null,
    answer: PasskeyAssertion,
  ): Promise<Proof | null> {
    const passkey = (await passkeyStore(db).of(userId)).find(
      ({ credential_id }) => credential_id === answer.id,
    )
    if (!passkey || !challenge) return null
    const after = await verifiedAssertion(siteOf(publicUrl()), challenge, passkey, answer)
    if (after === null) return null
    const counter = { before: passkey.counter, after }
    return {
      method: 'passkey',
      use: (tx) => passkeyStore(tx).use(passkey.id, counter, instant(clock)),
    }
  }

  return {
    async of(
      userId: number,
      challenge: string | null,
      answer: SecondStepAnswer,
    ): Promise<Proof | null> {
      if ('code' in answer) return byCode(userId, answer.code)
      if ('recoveryCode' in answer) return byRecoveryCode(userId, answer.recoveryCode)
      return byPasskey(userId, challenge, answer.passkey)
    },
  }
}
