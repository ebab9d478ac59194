import { type PasskeyAssertion, type PasskeyRegistration, productName } from '@vitrine/contract'
import type { PasskeyRow } from './store-second-step.ts'

// Loaded on demand, because it is large and few use passkeys.
const loadWebAuthn = () => import('@simplewebauthn/server')

// COSE identifiers of ES256, EdDSA and RS256: every authenticator supports at least one.
const algorithmIds = [-7, -8, -257]

interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/** Derives the site to which passkeys are bound: the host of the public address. */
export function toRelyingParty(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

export async function createRegistrationOptions(
  relyingParty: RelyingParty,
  user: { email: string; name: string },
  existingPasskeys: readonly PasskeyRow[],
) {
  const { generateRegistrationOptions } = await loadWebAuthn()
  return generateRegistrationOptions({
    rpID: relyingParty.id,
    rpName: productName,
    userName: user.email,
    userDisplayName: user.name,
    excludeCredentials: existingPasskeys.map(toCredentialDescriptor),
    supportedAlgorithmIDs: algorithmIds,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** Verifies a registration; returns the passkey to store, or null. */
export async function verifyRegistration(
  relyingParty: RelyingParty,
  challenge: string,
  answer: PasskeyRegistration,
) {
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { transports = [], ...response } = answer.response
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer, response: { ...response, transports }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithmIds,
    })
    if (!verified) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return {
      credential_id: id,
      public_key: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: JSON.stringify(transports),
    }
  } catch {
    return null
  }
}

export async function createAssertionOptions(
  relyingParty: RelyingParty,
  existingPasskeys: readonly PasskeyRow[],
) {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  return generateAuthenticationOptions({
    rpID: relyingParty.id,
    allowCredentials: existingPasskeys.map(toCredentialDescriptor),
    userVerification: 'preferred',
  })
}

/**
 * Verifies an assertion; returns its counter, or null if passkey, challenge or site do not match.
 */
export async function verifyAssertion(
  relyingParty: RelyingParty,
  challenge: string,
  passkey: PasskeyRow,
  answer: PasskeyAssertion,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { userHandle, ...response } = answer.response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...answer,
        response: userHandle === undefined ? response : { ...response, userHandle },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: false,
      credential: {
        id: passkey.credential_id,
        publicKey: Uint8Array.from(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}

const toCredentialDescriptor = (passkey: PasskeyRow) => ({
  id: passkey.credential_id,
  transports: JSON.parse(passkey.transports) as string[],
})
