import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyAssertion, PasskeyRegistration } from '@vitrine/contract'

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest()
/** Flags of authenticator data: the user was present, was verified, and a key follows. */
const flags = { userPresent: 0x01, userVerified: 0x04, hasKey: 0x40 }
/** Authenticators may leave the id of their model (AAGUID) empty. */
const emptyAaguid = Buffer.alloc(16)

interface AuthenticatorOptions {
  readonly origin: string
  /** Set only to test that the id of another relying party is rejected. */
  readonly relyingPartyId?: string
  readonly counter?: number
}

/**
 * Creates a security key in software with one passkey, which signs valid and invalid data alike.
 */
export function createSecurityKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const credential = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
  }

  const encodeClientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  const encodeAuthenticatorData = (
    { origin, relyingPartyId = new URL(origin).hostname, counter = 0 }: AuthenticatorOptions,
    flagBits: number,
  ) => {
    const counterBytes = Buffer.alloc(4)
    counterBytes.writeUInt32BE(counter)
    return Buffer.concat([sha256(relyingPartyId), Buffer.from([flagBits]), counterBytes])
  }

  return {
    id: credential.id,

    register(challenge: string, options: AuthenticatorOptions): PasskeyRegistration {
      const idLength = Buffer.alloc(2)
      idLength.writeUInt16BE(id.length)
      const data = Buffer.concat([
        encodeAuthenticatorData(options, flags.userPresent | flags.userVerified | flags.hasKey),
        emptyAaguid,
        idLength,
        id,
        encodeCoseKey(publicKey.export({ format: 'jwk' })),
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: encodeClientData('webauthn.create', challenge, options.origin).toString(
            'base64url',
          ),
          attestationObject: encodeUnattested(data).toString('base64url'),
          transports: ['usb'],
        },
      }
    },

    assert(challenge: string, options: AuthenticatorOptions): PasskeyAssertion {
      const clientData = encodeClientData('webauthn.get', challenge, options.origin)
      const data = encodeAuthenticatorData(options, flags.userPresent | flags.userVerified)
      const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey)
      return {
        ...credential,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}

/** Encodes a P-256 key for ES256 in CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
const encodeCoseKey = ({ x = '', y = '' }: { x?: string; y?: string }) =>
  Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])

/**
 * Encodes {fmt: 'none', attStmt: {}, authData: …} in CBOR: 0xa3 begins a map of three fields, 0x60
 * plus a length a text, 0x58 and a length bytes; 0xa0 is an empty map.
 */
const encodeUnattested = (data: Buffer) =>
  Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa0, 0x68]),
    Buffer.from('authData'),
    Buffer.from([0x58, data.length]),
    data,
  ])
