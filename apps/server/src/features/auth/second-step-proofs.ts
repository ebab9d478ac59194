import type { PasskeyAssertion, SecondStepAnswer, SecondStepMethod } from '@vitrine/contract'
import { hours, instant } from '../../base/clock.ts'
import { Failure } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { toRelyingParty, verifyAssertion } from './passkey-ceremony.ts'
import { sealer } from './sealer.ts'
import { hashRecoveryCode } from './second-step.ts'
import { passkeyStore, secondStepStore } from './store-second-step.ts'
import { decodeBase32, findTimeStep } from './totp.ts'

/**
 * With the password and five failures a minute, a million codes could be tried within months. So
 * the tenth wrong code in a row, and each further one, locks codes for an hour, but not the other
 * methods.
 */
const wrongCodesForLockout = 10
const lockoutMs = hours(1)

/**
 * A valid proof that is not used yet. Of two concurrent callers, `use` resolves to true for one.
 */
export interface SecondStepProof {
  readonly method: SecondStepMethod
  use(tx: Db): Promise<boolean>
}

export const secondStepProofs = ({ db, clock, config, publicUrl }: Context) => {
  const seals = sealer(config.secondStepKey)

  async function proveByCode(userId: number, typedCode: string): Promise<SecondStepProof | null> {
    const store = secondStepStore(db)
    const authenticator = await store.findAuthenticator(userId)
    if (!authenticator?.confirmed_at) return null
    if (authenticator.closed_until && authenticator.closed_until > instant(clock)) {
      throw new Failure(
        'tooMany',
        'Too many wrong codes. Please try again in an hour, or use a recovery code or a passkey.',
      )
    }
    const secret = seals.open(authenticator.secret, userId)
    if (secret === null) {
      throw new Failure(
        'unavailable',
        'Codes can’t be checked: SECOND_STEP_KEY has changed. Please tell your administrator.',
      )
    }
    const step = findTimeStep(
      decodeBase32(secret),
      typedCode.replaceAll(/\s/g, ''),
      clock.now(),
      authenticator.last_step,
    )
    if (step !== null)
      return { method: 'code', use: (tx) => secondStepStore(tx).useStep(userId, step) }

    if ((await store.countFailure(userId)) >= wrongCodesForLockout)
      await store.lockOut(userId, instant(clock, lockoutMs))
    return null
  }

  const proveByRecoveryCode = (userId: number, typedCode: string): SecondStepProof => ({
    method: 'recovery',
    use: (tx) =>
      secondStepStore(tx).useRecoveryCode(userId, hashRecoveryCode(typedCode), instant(clock)),
  })

  async function proveByPasskey(
    userId: number,
    challenge: string | null,
    answer: PasskeyAssertion,
  ): Promise<SecondStepProof | null> {
    const passkey = (await passkeyStore(db).list(userId)).find(
      ({ credential_id }) => credential_id === answer.id,
    )
    if (!passkey || !challenge) return null
    const newCounter = await verifyAssertion(
      toRelyingParty(publicUrl()),
      challenge,
      passkey,
      answer,
    )
    if (newCounter === null) return null
    const counter = { before: passkey.counter, after: newCounter }
    return {
      method: 'passkey',
      use: (tx) => passkeyStore(tx).use(passkey.id, counter, instant(clock)),
    }
  }

  return {
    async verify(
      userId: number,
      challenge: string | null,
      answer: SecondStepAnswer,
    ): Promise<SecondStepProof | null> {
      if ('code' in answer) return proveByCode(userId, answer.code)
      if ('recoveryCode' in answer) return proveByRecoveryCode(userId, answer.recoveryCode)
      return proveByPasskey(userId, challenge, answer.passkey)
    },
  }
}
