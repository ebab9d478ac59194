import { timingSafeEqual } from 'node:crypto'

/** Compares secrets in a time that does not depend on where they differ. */
export function isSameSecret(expected: string, received: string): boolean {
  const expectedBytes = Buffer.from(expected)
  const receivedBytes = Buffer.from(received)
  // `timingSafeEqual` throws if the lengths differ.
  return (
    expectedBytes.length === receivedBytes.length && timingSafeEqual(expectedBytes, receivedBytes)
  )
}
