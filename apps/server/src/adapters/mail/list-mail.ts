import { productName } from '@vitrine/contract'
import type { Mail } from './mail.ts'

/** A mail that lists entries, each with a link. */
interface ListMail {
  readonly to: string
  readonly foundation: string
  readonly title: string
  readonly link: string
  /** `due` is a formatted date, or empty. */
  readonly lines: readonly { heading: string; address: string; text: string; due: string }[]
  /** The number of all entries; the mail lists the first of them. */
  readonly count: number
  /** Notes in several languages, because the user's language is not known. */
  readonly notes: readonly { lang: string; text: string }[]
}

export function composeListMail({
  to,
  foundation,
  title,
  link,
  lines,
  count,
  notes,
}: ListMail): Mail {
  const sender = `${productName} – ${foundation}`
  const unlistedNote = count > lines.length ? [`+ ${count - lines.length}`] : []

  return {
    to,
    link,
    subject: `${productName}: ${title}`,
    text: [
      sender,
      `${title}\n${link}`,
      ...lines.map(({ heading, address, text, due }) =>
        [heading, text, due, address].filter(Boolean).join('\n'),
      ),
      ...unlistedNote,
      ...notes.map(({ text }) => text),
      '',
    ].join('\n\n'),
    html: [
      `<p>${escapeHtml(sender)}</p>`,
      `<p><a href="${link}">${title}</a></p>`,
      '<ul style="padding-left: 1.25em; overflow-wrap: anywhere">',
      ...lines.map(({ heading, address, text, due }) => {
        const details = [due && `<strong>${due}</strong>`, escapeHtml(text)]
          .filter(Boolean)
          .join(' · ')
        return `<li><p><a href="${address}">${escapeHtml(heading)}</a><br>${details}</p></li>`
      }),
      '</ul>',
      ...unlistedNote.map((text) => `<p><a href="${link}">${text}</a></p>`),
      ...notes.map(({ lang, text }) => `<p lang="${lang}">${text}</p>`),
    ].join('\n'),
  }
}

/** Formats a due date without words, with a warning sign once it has passed. */
export function formatDueDate(due: string | undefined, today: string): string {
  if (due === undefined) return ''
  const warning = due < today ? '⚠\u00a0' : ''
  return `${warning}${due.split('-').reverse().join('.')}`
}

const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
