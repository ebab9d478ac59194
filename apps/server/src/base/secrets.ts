import { timingSafeEqual } from 'node:crypto'

/** Compares secrets in constant time. `timingSafeEqual` rejects different byte lengths. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
