import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const mark = 'sealed:'
const ivBytes = 12
const tagBytes = 16

/** Keeps a text so that a copy of the database alone does not tell it. Without a key it is kept as it is. */
export const sealer = (key: Buffer | null) => ({
  seal(text: string, owner: number): string {
    if (!key) return text
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(owned(owner))
    const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return mark + Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url')
  },

  /** Null when it was sealed with another key, or for somebody else. */
  open(stored: string, owner: number): string | null {
    if (!stored.startsWith(mark)) return stored
    if (!key) return null
    const bytes = Buffer.from(stored.slice(mark.length), 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    decipher.setAAD(owned(owner)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    try {
      return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      return null
    }
  },
})

export type Sealer = ReturnType<typeof sealer>

// A sealed text that is moved to another person's row does not open there.
const owned = (owner: number) => Buffer.from(`user ${owner}`)
