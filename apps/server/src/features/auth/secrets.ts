import { createHash, randomBytes } from 'node:crypto'

/** A random secret and its hash for the database. */
export function newSecret(): { secret: string; hash: string } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, hash: hashSecret(secret) }
}

// The secrets are random and long, so a fast hash is enough: there is nothing to guess.
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
