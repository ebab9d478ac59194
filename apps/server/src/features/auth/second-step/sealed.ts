import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const mark = 'sealed:'
const ivBytes = 12
const tagBytes = 16

/** Encrypts a text (AES-256-GCM), so that a copy of the database alone does not reveal it. Without a key it stays plain. */
export const sealer = (key: Buffer | null) => ({
  seal(text: string, owner: number): string {
    if (!key) return text
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(ownerData(owner))
    const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return mark + Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url')
  },

  /** Null when it was sealed with another key, or for another account. */
  open(stored: string, owner: number): string | null {
    if (!stored.startsWith(mark)) return stored
    if (!key) return null
    const bytes = Buffer.from(stored.slice(mark.length), 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    decipher.setAAD(ownerData(owner)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    try {
      return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      return null
    }
  },
})

export type Sealer = ReturnType<typeof sealer>

// Bound to its owner: it can't be decrypted in another user's row.
const ownerData = (owner: number) => Buffer.from(`user ${owner}`)
