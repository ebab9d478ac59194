import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Prefix of encrypted texts; texts without it were stored while there was no key. */
const sealedPrefix = 'sealed:'
/** Lengths of the initialisation vector and the authentication tag, which precede the content. */
const ivBytes = 12
const tagBytes = 16

/**
 * Encrypts secrets with AES-256-GCM, so that a copy of the database does not reveal them. Without a
 * key, they are stored in plain text.
 */
export const sealer = (key: Buffer | null) => ({
  seal(text: string, ownerId: number): string {
    if (!key) return text
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(toAdditionalData(ownerId))
    const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return sealedPrefix + Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url')
  },

  /** Decrypts a text; null if it was encrypted with another key or for another account. */
  open(stored: string, ownerId: number): string | null {
    if (!stored.startsWith(sealedPrefix)) return stored
    if (!key) return null
    const bytes = Buffer.from(stored.slice(sealedPrefix.length), 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    })
    decipher
      .setAAD(toAdditionalData(ownerId))
      .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    try {
      return (
        decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') +
        decipher.final('utf8')
      )
    } catch {
      return null
    }
  },
})

/** Binds a secret to its user, so that a copy in another user's row can't be decrypted. */
const toAdditionalData = (ownerId: number) => Buffer.from(`user ${ownerId}`)
