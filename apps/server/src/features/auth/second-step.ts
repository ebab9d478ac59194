import { randomBytes, randomInt } from 'node:crypto'
import { type PasskeyRegistration, productName, type SecondStepState } from '@vitrine/contract'
import { drawQrCode } from '../../adapters/qr/qr-code.ts'
import { instant, minutes } from '../../base/clock.ts'
import { conflict, forbidden, invalid, notFound } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import type { Db } from '../../db/tables.ts'
import { type Actor, getAuthorName } from '../../http/access.ts'
import { byActor, recordAudit } from '../audit/index.ts'
import { toAuditPerson, userService } from '../users/index.ts'
import { hashSecret } from './hashing.ts'
import {
  createRegistrationOptions,
  toRelyingParty,
  verifyRegistration,
} from './passkey-ceremony.ts'
import { confirmPassword } from './passwords.ts'
import { sealer } from './sealer.ts'
import { passkeyStore, secondStepStore } from './store-second-step.ts'
import { decodeBase32, encodeBase32, findTimeStep } from './totp.ts'

const authenticatorSecretBytes = 20
/** Time for registering an offered passkey. */
const offerValidityMs = minutes(5)

/** Users manage their own second step; managers reset that of others. */
export const secondStepService = (context: Context) => {
  const { db, clock, config, publicUrl, get } = context
  const [users, seals] = [get(userService), sealer(config.secondStepKey)]

  async function hasSecondStep(dbOrTx: Db, userId: number): Promise<boolean> {
    const authenticator = await secondStepStore(dbOrTx).findAuthenticator(userId)
    if (authenticator?.confirmed_at != null) return true
    return (await passkeyStore(dbOrTx).list(userId)).length > 0
  }

  async function issueRecoveryCodes(tx: Db, userId: number): Promise<string[]> {
    const codes = generateRecoveryCodes()
    await secondStepStore(tx).replaceRecoveryCodes(userId, codes.map(hashRecoveryCode))
    return codes
  }

  /** Records a new method; returns new recovery codes for the first one, else null. */
  async function recordAdded(
    tx: Db,
    actor: Actor,
    hadSecondStep: boolean,
    method: 'code' | 'passkey',
  ) {
    await recordAudit(tx, clock, { kind: 'second-step-on', ...byActor(actor), details: { method } })
    return hadSecondStep ? null : issueRecoveryCodes(tx, actor.userId)
  }

  /** Records that a method was removed; the last one removes the recovery codes, too. */
  async function recordRemoved(tx: Db, actor: Actor, method: 'code' | 'passkey') {
    await recordAudit(tx, clock, {
      kind: 'second-step-off',
      ...byActor(actor),
      details: { method },
    })
    if (!(await hasSecondStep(tx, actor.userId))) await secondStepStore(tx).removeAll(actor.userId)
  }

  return {
    async state({ userId }: Actor): Promise<SecondStepState> {
      const authenticator = await secondStepStore(db).findAuthenticator(userId)
      const passkeys = await passkeyStore(db).list(userId)
      return {
        code: authenticator?.confirmed_at != null,
        passkeys: passkeys.map(({ id, name, created_at, used_at }) => ({
          id,
          name,
          createdAt: created_at,
          usedAt: used_at,
        })),
        recoveryCodesLeft: await secondStepStore(db).countUnusedRecoveryCodes(userId),
      }
    },

    async offerCode({ userId, email }: Actor) {
      const secret = encodeBase32(randomBytes(authenticatorSecretBytes))
      await db.transaction().execute(async (tx) => {
        const store = secondStepStore(tx)
        await store.lockUser(userId)
        if ((await store.findAuthenticator(userId))?.confirmed_at)
          throw conflict('An authenticator app is in use already.')
        await store.offer(userId, seals.seal(secret, userId))
      })
      const label = encodeURIComponent(`${productName}:${email}`)
      const uri = `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(productName)}`
      return { secret, uri, qr: drawQrCode(uri) }
    },

    confirmCode: (actor: Actor, typedCode: string): Promise<string[] | null> =>
      db.transaction().execute(async (tx) => {
        const store = secondStepStore(tx)
        await store.lockUser(actor.userId)
        const authenticator = await store.findAuthenticator(actor.userId)
        const secret = authenticator && seals.open(authenticator.secret, actor.userId)
        if (!authenticator || authenticator.confirmed_at || !secret)
          throw conflict('There is no code to confirm. Please set up the app again.')
        const step = findTimeStep(
          decodeBase32(secret),
          typedCode.replaceAll(/\s/g, ''),
          clock.now(),
          authenticator.last_step,
        )
        if (step === null)
          throw invalid(
            'code',
            'This code is wrong or has expired. Please enter the one that the app shows now.',
          )
        const hadSecondStep = await hasSecondStep(tx, actor.userId)
        await store.useStep(actor.userId, step)
        await store.confirm(actor.userId, instant(clock))
        return recordAdded(tx, actor, hadSecondStep, 'code')
      }),

    async removeCode(actor: Actor, password: string): Promise<void> {
      await confirmPassword(context, actor, password)
      await db.transaction().execute(async (tx) => {
        await secondStepStore(tx).lockUser(actor.userId)
        const removedApp = await secondStepStore(tx).removeAuthenticator(actor.userId)
        if (!removedApp) throw notFound('There is no authenticator app to switch off.')
        await recordRemoved(tx, actor, 'code')
      })
    },

    async renewCodes(actor: Actor, password: string): Promise<string[]> {
      await confirmPassword(context, actor, password)
      return db.transaction().execute(async (tx) => {
        await secondStepStore(tx).lockUser(actor.userId)
        if (!(await hasSecondStep(tx, actor.userId)))
          throw conflict('Recovery codes come with a second step: add one first.')
        await recordAudit(tx, clock, { kind: 'recovery-codes-made', ...byActor(actor) })
        return issueRecoveryCodes(tx, actor.userId)
      })
    },

    async offerPasskey(actor: Actor) {
      const passkeys = await passkeyStore(db).list(actor.userId)
      const user = { email: actor.email, name: getAuthorName(actor) }
      const options = await createRegistrationOptions(toRelyingParty(publicUrl()), user, passkeys)
      await db.transaction().execute(async (tx) => {
        await secondStepStore(tx).lockUser(actor.userId)
        await passkeyStore(tx).offer(
          actor.sessionId,
          options.challenge,
          instant(clock, offerValidityMs),
        )
      })
      return options
    },

    async addPasskey(
      actor: Actor,
      name: string,
      answer: PasskeyRegistration,
    ): Promise<string[] | null> {
      const offer = await passkeyStore(db).consumeOffer(actor.sessionId, instant(clock))
      const passkey =
        offer && (await verifyRegistration(toRelyingParty(publicUrl()), offer.challenge, answer))
      if (!passkey) throw invalid('passkey', 'The passkey could not be checked. Please try again.')
      try {
        return await db.transaction().execute(async (tx) => {
          await secondStepStore(tx).lockUser(actor.userId)
          const hadSecondStep = await hasSecondStep(tx, actor.userId)
          await passkeyStore(tx).add({
            user_id: actor.userId,
            ...passkey,
            name,
            created_at: instant(clock),
          })
          return recordAdded(tx, actor, hadSecondStep, 'passkey')
        })
      } catch (error) {
        throw isUniqueViolation(error) ? conflict('This passkey is in use already.') : error
      }
    },

    async removePasskey(actor: Actor, id: number, password: string): Promise<void> {
      await confirmPassword(context, actor, password)
      await db.transaction().execute(async (tx) => {
        await secondStepStore(tx).lockUser(actor.userId)
        if (!(await passkeyStore(tx).remove(actor.userId, id)))
          throw notFound('There is no such passkey.')
        await recordRemoved(tx, actor, 'passkey')
      })
    },

    async isOnFor(actor: Actor, userId: number): Promise<boolean> {
      await users.manageable(actor, userId)
      return hasSecondStep(db, userId)
    },

    async reset(actor: Actor, userId: number): Promise<void> {
      if (actor.userId === userId)
        throw forbidden('You can switch off your own second step on the page Change Password.')
      const user = await users.manageable(actor, userId)
      await db.transaction().execute(async (tx) => {
        await secondStepStore(tx).lockUser(userId)
        await secondStepStore(tx).removeAll(userId)
        await recordAudit(tx, clock, {
          kind: 'second-step-reset',
          ...byActor(actor),
          on: toAuditPerson(user),
        })
      })
    },
  }
}

const recoveryCodeCount = 10
// Without letters that look like digits or like each other.
const codeAlphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const groupCount = 4
const groupLength = 4

/**
 * Generates codes for users who lose their phone, such as `7k2m-9fqt-x0ab-cd3e`. Each has 80 random
 * bits, so a fast hash is enough.
 */
const generateRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, generateRecoveryCode)

const generateRecoveryCode = (): string =>
  Array.from({ length: groupCount }, generateCodeGroup).join('-')

const generateCodeGroup = (): string =>
  Array.from({ length: groupLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')

/** Hashes a typed code, ignoring case, separators and look-alike characters. */
export const hashRecoveryCode = (typed: string): string =>
  hashSecret(
    typed
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')
      .replaceAll('o', '0')
      .replaceAll(/[il]/g, '1'),
  )
