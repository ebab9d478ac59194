import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../base/secrets.ts'

// The defaults of every authenticator app: SHA-1, six digits, thirty seconds (RFC 6238).
const timeStepMs = 30_000
const digits = 6

/** The time step of an instant, counted from 1970. */
export const getTimeStep = (now: Date): number => Math.floor(now.getTime() / timeStepMs)

/** Computes the code of a time step (RFC 4226). */
export function computeTotpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  // The last four bits give the position of the number, whose sign bit is dropped (section 5.3).
  const offset = (hash.at(-1) ?? 0) & 0xf
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/**
 * Finds the time step of a code among the current one and its neighbours, because clocks differ and
 * people type slowly. Steps up to the last used one are rejected, so that an intercepted code can't
 * be replayed.
 */
export function findTimeStep(
  secret: Uint8Array,
  code: string,
  now: Date,
  lastUsedStep: number,
): number | null {
  const currentStep = getTimeStep(now)
  const matchingSteps = [currentStep - 1, currentStep, currentStep + 1].filter((step) =>
    isSameSecret(computeTotpCode(secret, step), code),
  )
  return matchingSteps.find((step) => step > lastUsedStep) ?? null
}

// Each letter stands for five bits.
const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Encodes bytes as base32 without padding (RFC 4648), as authenticator apps expect. */
export function encodeBase32(bytes: Uint8Array): string {
  let text = ''
  let buffer = 0
  let bitCount = 0
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte
    bitCount += 8
    while (bitCount >= 5) {
      bitCount -= 5
      text += base32Letters[(buffer >>> bitCount) & 31]
    }
    buffer &= 0xff
  }
  return bitCount > 0 ? text + base32Letters[(buffer << (5 - bitCount)) & 31] : text
}

export function decodeBase32(text: string): Buffer {
  const bytes: number[] = []
  let buffer = 0
  let bitCount = 0
  for (const letter of text) {
    // At most seven bits are left of earlier letters, and five are new.
    buffer = ((buffer << 5) | base32Letters.indexOf(letter)) & 0xfff
    bitCount += 5
    if (bitCount < 8) continue
    bitCount -= 8
    bytes.push((buffer >>> bitCount) & 0xff)
  }
  return Buffer.from(bytes)
}
