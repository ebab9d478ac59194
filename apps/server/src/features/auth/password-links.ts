import type { LinkPurpose, LinkState } from '@vitrine/contract'
import type { Mailer } from '../../adapters/mail/mailer.ts'
import { type Clock, days, hours, instant } from '../../clock.ts'
import type { Db } from '../../db/tables.ts'
import { linkMail } from './link-mail.ts'
import { type LinkRow, linkStore } from './link-store.ts'
import { hashSecret, newSecret } from './secrets.ts'

const validFor: Record<LinkPurpose, number> = { first: days(7), reset: hours(1) }
// Long enough to tell somebody with an old mail that the link has expired rather than that it never existed.
const rememberedFor = days(90)

interface Recipient {
  readonly id: number
  readonly email: string
}

interface Parts {
  readonly db: Db
  readonly clock: Clock
  readonly publicUrl: () => string
  readonly foundation: string
}

export const passwordLinks = ({ db, clock, publicUrl, foundation }: Parts) => {
  const store = linkStore(db)

  async function make(user: Recipient, purpose: LinkPurpose): Promise<{ id: number; url: string }> {
    const { secret, hash } = newSecret()
    await store.removeExpired(instant(clock, -rememberedFor))
    const { id } = await store.add({
      tokenHash: hash,
      userId: user.id,
      email: user.email,
      purpose,
      at: instant(clock),
      expiresAt: instant(clock, validFor[purpose]),
    })
    return { id, url: `${publicUrl()}/set-password/${secret}` }
  }

  return {
    /** A link to hand over by other means than mail. */
    async issue(user: Recipient, purpose: LinkPurpose): Promise<string> {
      const link = await make(user, purpose)
      await store.expireOpen(user.id, instant(clock), link.id)
      return link.url
    },

    /** Mails a link. Earlier links end only once the new one has left the house. */
    async deliver(mailer: Mailer, user: Recipient, purpose: LinkPurpose): Promise<void> {
      const link = await make(user, purpose)
      try {
        await mailer.send(linkMail({ to: user.email, link: link.url, purpose, foundation }))
      } catch (error) {
        await store.remove(link.id)
        throw error
      }
      await store.expireOpen(user.id, instant(clock), link.id)
    },

    async find(token: string): Promise<{ link?: LinkRow; state: LinkState }> {
      const link = await store.find(hashSecret(token))
      return { ...(link && { link }), state: stateOf(link, instant(clock)) }
    },
  }
}

export type PasswordLinks = ReturnType<typeof passwordLinks>

function stateOf(link: LinkRow | undefined, now: string): LinkState {
  if (!link) return 'unknown'
  if (link.used_at) return 'used'
  return link.expires_at > now && link.email === link.current_email ? 'valid' : 'expired'
}
