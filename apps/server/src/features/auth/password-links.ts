import { type LinkPurpose, type LinkState, productName } from '@vitrine/contract'
import type { Mail, Mailer } from '../../adapters/mail/mail.ts'
import { days, hours, instant } from '../../base/clock.ts'
import { Failure } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { userStore } from '../users/index.ts'
import { generateSecret, hashSecret } from './hashing.ts'
import { type PasswordLinkRow, passwordLinkStore } from './store.ts'

const validityMs: Record<LinkPurpose, number> = { first: days(7), reset: hours(1) }
// Long enough to report old links as expired instead of unknown.
const retentionMs = days(90)

/** Mails per user and hour; limited because anyone can request a reset. */
const maxMails: Record<LinkPurpose, number> = { first: 5, reset: 3 }

interface Recipient {
  readonly id: number
  readonly email: string
  readonly password_hash: string | null
}

/** Kind of a mail's text. `byColleague`: to a user who already has a password. */
type MailKind = LinkPurpose | 'byColleague'

export const passwordLinks = ({
  db,
  clock,
  publicUrl,
  config,
}: Pick<Context, 'db' | 'clock' | 'publicUrl' | 'config'>) => {
  const store = passwordLinkStore(db)

  async function createLink(
    tx: Db,
    user: Pick<Recipient, 'id' | 'email'>,
    purpose: LinkPurpose,
  ): Promise<{ id: number; url: string }> {
    const { secret, hash } = generateSecret()
    await passwordLinkStore(tx).removeExpired(instant(clock, -retentionMs))
    const { id } = await passwordLinkStore(tx).add({
      token_hash: hash,
      user_id: user.id,
      email: user.email,
      purpose,
      created_at: instant(clock),
      expires_at: instant(clock, validityMs[purpose]),
    })
    return { id, url: `${publicUrl()}/set-password/${secret}` }
  }

  /** Returns null over the rate limit, which also holds for concurrent requests. */
  const createLinkToMail = (user: Recipient, purpose: LinkPurpose) =>
    db.transaction().execute(async (tx) => {
      await userStore(tx).lock(user.id)
      // Ignores rows from the future, written while the clock was wrong.
      const lastHour = { since: instant(clock, -hours(1)), until: instant(clock, hours(1)) }
      const isExhausted =
        (await passwordLinkStore(tx).countCreated(user.id, purpose, lastHour)) >= maxMails[purpose]
      return isExhausted ? null : createLink(tx, user, purpose)
    })

  /** Mails a link; removes it if the mail can't be sent. */
  async function send(
    mailer: Mailer,
    user: Recipient,
    purpose: LinkPurpose,
    link: { id: number; url: string },
  ) {
    try {
      const hasPassword = user.password_hash !== null
      const kind = purpose === 'first' && hasPassword ? 'byColleague' : purpose
      const foundation = config.foundation.name
      await mailer.send(
        createLinkMail({ to: user.email, link: link.url, kind, purpose, foundation }),
      )
    } catch (error) {
      await store.remove(link.id)
      throw error
    }
  }

  return {
    /** Creates a link to hand over by other means than mail. */
    async issue(user: Pick<Recipient, 'id' | 'email'>): Promise<string> {
      const link = await createLink(db, user, 'first')
      await store.expireOlder(user.id, instant(clock), link.id)
      return link.url
    },

    /** Mails the link of a new user. Earlier links expire only once the new one has been sent. */
    async deliverFirst(mailer: Mailer, user: Recipient): Promise<void> {
      const link = await createLinkToMail(user, 'first')
      if (!link) throw createLinkLimitFailure()
      await send(mailer, user, 'first', link)
      await store.expireOlder(user.id, instant(clock), link.id)
    },

    /**
     * Mails a link that anyone may have requested, so it is rate limited and leaves other links
     * valid.
     */
    async deliverReset(mailer: Mailer, user: Recipient): Promise<void> {
      const link = await createLinkToMail(user, 'reset')
      if (link) await send(mailer, user, 'reset', link)
    },

    async find(token: string): Promise<{ link?: PasswordLinkRow; state: LinkState }> {
      const link = await store.find(hashSecret(token))
      const state = getLinkState(link, instant(clock))
      return link ? { link, state } : { state }
    },
  }
}

const createLinkLimitFailure = () =>
  new Failure(
    'tooMany',
    `${maxMails.first} links were sent to this address within the last hour. Please look for the newest one there, or try again later.`,
  )

function getLinkState(link: PasswordLinkRow | undefined, now: string): LinkState {
  if (!link) return 'unknown'
  if (link.used_at) return 'used'
  return link.expires_at > now && link.email === link.current_email ? 'valid' : 'expired'
}

interface Wording extends Readonly<Record<MailKind, string>> {
  readonly lang: 'fr' | 'de' | 'en'
  readonly validity: Record<LinkPurpose, string>
}

// One message in three languages, because the language of a user is unknown.
const wordings: readonly Wording[] = [
  {
    lang: 'fr',
    first: 'Ce lien vous permet de choisir votre premier mot de passe.',
    byColleague:
      'Ce lien, envoyé par un ou une collègue, vous permet de choisir un nouveau mot de passe.',
    reset:
      'Ce lien vous permet de choisir un nouveau mot de passe. Si vous n’avez rien demandé, ignorez ce message.',
    validity: {
      first: 'Il est valable 7 jours et ne sert qu’une fois.',
      reset: 'Il est valable 1 heure et ne sert qu’une fois.',
    },
  },
  {
    lang: 'de',
    first: 'Mit diesem Link wählen Sie Ihr erstes Passwort.',
    byColleague:
      'Mit diesem Link, den Ihnen jemand aus dem Team schickt, wählen Sie ein neues Passwort.',
    reset:
      'Mit diesem Link wählen Sie ein neues Passwort. Falls Sie nichts angefordert haben, ignorieren Sie diese Nachricht.',
    validity: {
      first: 'Er gilt 7 Tage und nur einmal.',
      reset: 'Er gilt 1 Stunde und nur einmal.',
    },
  },
  {
    lang: 'en',
    first: 'This link lets you choose your first password.',
    byColleague: 'This link, sent by a colleague, lets you choose a new password.',
    reset:
      'This link lets you choose a new password. If you did not ask for it, ignore this message.',
    validity: {
      first: 'It is valid for 7 days and works once.',
      reset: 'It is valid for 1 hour and works once.',
    },
  },
]

interface LinkMail {
  readonly to: string
  readonly link: string
  readonly kind: MailKind
  readonly purpose: LinkPurpose
  /** Name of the foundation, as the sender. */
  readonly foundation: string
}

function createLinkMail({ to, link, kind, purpose, foundation }: LinkMail): Mail {
  // Named first, because a link from an unknown sender looks like phishing.
  const sender = `${productName} – ${foundation}`
  const paragraphs = wordings.map((texts) => ({
    lang: texts.lang,
    text: `${texts[kind]} ${texts.validity[purpose]}`,
  }))
  return {
    to,
    link,
    subject: `${productName}: mot de passe / Passwort / password`,
    text: [sender, link, ...paragraphs.map(({ text }) => text), ''].join('\n\n'),
    // Link and sentences need no escaping: they are a base64url token and fixed texts.
    html: [
      `<p>${escapeHtml(sender)}</p>`,
      `<p><a href="${link}">${link}</a></p>`,
      ...paragraphs.map(({ lang, text }) => `<p lang="${lang}">${text}</p>`),
    ].join('\n'),
  }
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
