import { createHmac, timingSafeEqual } from 'node:crypto'

// The defaults of every authenticator app: SHA-1, six digits, thirty seconds (RFC 6238).
const period = 30_000
const digits = 6

/** The current time step, counted from 1970. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / period)

/** The code of a step (RFC 4226). */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/**
 * The step whose code this is, among the present one and its neighbours: clocks differ, and people type slowly. A step
 * up to the last one used is rejected, so that an intercepted code can't be replayed.
 */
export function stepOfCode(secret: Uint8Array, code: string, now: Date, lastUsed: number): number | null {
  const present = stepAt(now)
  const found = [present - 1, present, present + 1].filter((step) => same(codeAt(secret, step), code))
  return found.find((step) => step > lastUsed) ?? null
}

function same(right: string, typed: string): boolean {
  const [a, b] = [Buffer.from(right), Buffer.from(typed)]
  return a.length === b.length && timingSafeEqual(a, b)
}
