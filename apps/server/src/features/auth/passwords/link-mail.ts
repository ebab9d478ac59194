import { type LinkPurpose, productName } from '@vitrine/contract'
import type { Mail } from '../../../adapters/mail/mailer.ts'

interface Wording {
  readonly lang: 'fr' | 'de' | 'en'
  readonly first: string
  readonly reset: string
  readonly validity: Record<LinkPurpose, string>
}

// One short message in all three languages, as the language of a user is not known.
const wordings: readonly Wording[] = [
  {
    lang: 'fr',
    first: 'Ce lien vous permet de choisir votre premier mot de passe.',
    reset: 'Ce lien vous permet de choisir un nouveau mot de passe. Si vous n’avez rien demandé, ignorez ce message.',
    validity: {
      first: 'Il est valable 7 jours et ne sert qu’une fois.',
      reset: 'Il est valable 1 heure et ne sert qu’une fois.',
    },
  },
  {
    lang: 'de',
    first: 'Mit diesem Link wählen Sie Ihr erstes Passwort.',
    reset:
      'Mit diesem Link wählen Sie ein neues Passwort. Falls Sie nichts angefordert haben, ignorieren Sie diese Nachricht.',
    validity: { first: 'Er gilt 7 Tage und nur einmal.', reset: 'Er gilt 1 Stunde und nur einmal.' },
  },
  {
    lang: 'en',
    first: 'This link lets you choose your first password.',
    reset: 'This link lets you choose a new password. If you did not ask for it, ignore this message.',
    validity: { first: 'It is valid for 7 days and works once.', reset: 'It is valid for 1 hour and works once.' },
  },
]

interface LinkMail {
  readonly to: string
  readonly link: string
  readonly purpose: LinkPurpose
  /** The sender. */
  readonly foundation: string
}

export function linkMail({ to, link, purpose, foundation }: LinkMail): Mail {
  // A link from an unknown sender looks like phishing.
  const sender = `${productName} – ${foundation}`
  const paragraphs = wordings.map(({ lang, validity, ...words }) => ({
    lang,
    text: `${words[purpose]} ${validity[purpose]}`,
  }))
  return {
    to,
    link,
    subject: `${productName}: mot de passe / Passwort / password`,
    text: [sender, link, ...paragraphs.map(({ text }) => text), ''].join('\n\n'),
    // The link and the sentences are ours: a token in base64url and fixed words, nothing to escape.
    html: [
      `<p>${escaped(sender)}</p>`,
      `<p><a href="${link}">${link}</a></p>`,
      ...paragraphs.map(({ lang, text }) => `<p lang="${lang}">${text}</p>`),
    ].join('\n'),
  }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
