import type { LinkPurpose, LinkState } from '@vitrine/contract'
import type { Mailer } from '../../../adapters/mail/mailer.ts'
import { type Clock, days, hours, instant } from '../../../base/clock.ts'
import type { Db } from '../../../db/tables.ts'
import { userStore } from '../../users/index.ts'
import { hashSecret, newSecret } from '../secrets.ts'
import { linkMail } from './link-mail.ts'
import { type LinkRow, linkStore } from './link-store.ts'

const validFor: Record<LinkPurpose, number> = { first: days(7), reset: hours(1) }
// Long enough to tell somebody with an old mail that the link has expired rather than that it never existed.
const rememberedFor = days(90)

/** Anybody can have reset mails sent; more of them in an hour than one can need only fill a mailbox. */
const resetMails = { most: 3, within: hours(1) }

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

  async function make(handle: Db, user: Recipient, purpose: LinkPurpose): Promise<{ id: number; url: string }> {
    const { secret, hash } = newSecret()
    await linkStore(handle).removeExpired(instant(clock, -rememberedFor))
    const { id } = await linkStore(handle).add({
      tokenHash: hash,
      userId: user.id,
      email: user.email,
      purpose,
      at: instant(clock),
      expiresAt: instant(clock, validFor[purpose]),
    })
    return { id, url: `${publicUrl()}/set-password/${secret}` }
  }

  /** Null when there were enough of them lately; of several asked for at once, no more are made than may be. */
  const makeReset = (user: Recipient) =>
    db.transaction().execute(async (tx) => {
      await userStore(tx).lock(user.id)
      // Those of a clock that was wrong don't count.
      const lately = { since: instant(clock, -resetMails.within), until: instant(clock, resetMails.within) }
      const enough = (await linkStore(tx).made(user.id, 'reset', lately)) >= resetMails.most
      return enough ? null : make(tx, user, 'reset')
    })

  async function send(mailer: Mailer, user: Recipient, purpose: LinkPurpose, link: { id: number; url: string }) {
    try {
      await mailer.send(linkMail({ to: user.email, link: link.url, purpose, foundation }))
    } catch (error) {
      await store.remove(link.id)
      throw error
    }
  }

  return {
    /** A link to hand over by other means than mail. */
    async issue(user: Recipient): Promise<string> {
      const link = await make(db, user, 'first')
      await store.expireOlder(user.id, instant(clock), link.id)
      return link.url
    },

    /** Mails the link of a new user. Earlier links end only once the new one has left the house. */
    async deliverFirst(mailer: Mailer, user: Recipient): Promise<void> {
      const link = await make(db, user, 'first')
      await send(mailer, user, 'first', link)
      await store.expireOlder(user.id, instant(clock), link.id)
    },

    /** Mails a link that anybody may have asked for. So it ends no other, and not every one is sent. */
    async deliverReset(mailer: Mailer, user: Recipient): Promise<void> {
      const link = await makeReset(user)
      if (link) await send(mailer, user, 'reset', link)
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
