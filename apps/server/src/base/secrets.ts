import { timingSafeEqual } from 'node:crypto'

/** Compares secrets in constant time. As many characters may be more bytes, which `timingSafeEqual` rejects. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
