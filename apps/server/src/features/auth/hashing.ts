import { type Argon2Parameters, argon2, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { overloaded } from '../../base/failure.ts'
import { createQueue } from '../../base/queue.ts'

const secretBytes = 32

/** Generates a random secret and its hash for the database. */
export function generateSecret(): { secret: string; hash: string } {
  const secret = randomBytes(secretBytes).toString('base64url')
  return { secret, hash: hashSecret(secret) }
}

// A fast hash is enough, because the secrets are random and too long to guess.
export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url')

const derive = promisify(argon2)

// OWASP's first recommendation for argon2id, which Node runs outside the event loop. Memory is in
// KiB, the tag in bytes.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const nonceBytes = 16

/** Hashes a password to a PHC string, which includes the cost parameters. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(nonceBytes)
  const key = await derive('argon2id', { ...cost, message: normalizePassword(password), nonce })
  return formatPhc(nonce, key)
}

/**
 * Creates a hash of no password: verifying against it always fails, and takes as long as for a real
 * one.
 */
export const createDecoyHash = (): string =>
  formatPhc(randomBytes(nonceBytes), randomBytes(cost.tagLength))

const formatPhc = (nonce: Buffer, key: Buffer) =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${toBase64(nonce)}$${toBase64(key)}`

export async function verifyPassword(password: string, storedHash: string): Promise<boolean> {
  const { parameters, key } = parsePhc(storedHash)
  const candidate = await derive('argon2id', {
    ...parameters,
    message: normalizePassword(password),
  })
  return timingSafeEqual(candidate, key)
}

/** For example '$argon2id$v=19$m=19456,t=2,p=1$NONCE$KEY', with nonce and key in base64. */
const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

function parsePhc(phc: string): { parameters: Omit<Argon2Parameters, 'message'>; key: Buffer } {
  const match = phcPattern.exec(phc)
  if (!match) throw new Error('a stored password hash is not readable')
  const [, memory, passes, parallelism, nonce = '', key = ''] = match
  const keyBytes = Buffer.from(key, 'base64')
  return {
    key: keyBytes,
    parameters: {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      nonce: Buffer.from(nonce, 'base64'),
      tagLength: keyBytes.length,
    },
  }
}

// Depending on the keyboard, 'é' is typed as one code point or two.
const normalizePassword = (password: string) => password.normalize('NFKC')

const toBase64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

// Uses two of Node’s four pool threads, which files and compression need too. A full queue drains
// in a few seconds.
const queueLimits = { concurrency: 2, maxWaiting: 100, rejection: overloaded }

/** Known browsers come first, and strangers can't fill the queue for them. */
const priorities = { known: 1, stranger: 0 }

export function passwordHashQueue() {
  const queue = createQueue(queueLimits)
  return <T>(caller: keyof typeof priorities, work: () => Promise<T>): Promise<T> =>
    queue(work, { priority: priorities[caller] })
}
