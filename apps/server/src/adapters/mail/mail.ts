import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import { seconds } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { withTimeout } from '../../base/with-timeout.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The link in the mail, for the log if there is no mail server. */
  readonly link: string
}

export interface Mailer {
  /** Fails when the mail server can't be reached. */
  verify(): Promise<void>
  send(mail: Mail): Promise<void>
}

// Shorter than the timeout of a request.
const timeoutMs = seconds(9)

/** Sends through a mail server. */
export function smtpMailer(url: string, from: string): Mailer {
  let transport: Promise<Transporter> | undefined
  const openTransport = () => {
    transport ??= createSmtpTransport(url)
    return transport
  }
  return {
    verify: async () => withTotalTimeout((await openTransport()).verify()),
    send: async ({ to, subject, text, html }) =>
      withTotalTimeout((await openTransport()).sendMail({ from, to, subject, text, html })),
  }
}

/** The library is loaded with the first mail: it takes 20 MB. */
async function createSmtpTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  })
}

/**
 * Limits the total time: the transport limits each step separately, and together they could take
 * several times as long.
 */
async function withTotalTimeout(work: Promise<unknown>): Promise<void> {
  await withTimeout(work, timeoutMs, 'the mail server did not answer in time')
}

/**
 * Writes each mail to a file that any mail program opens, for installations without a mail server.
 * Not for production.
 */
export function folderMailer(folder: string, from: string, log: Log): Mailer {
  return {
    verify: async () => {},
    async send({ to, subject, text, html, link }) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true })
      const { message } = await transport.sendMail({ from, to, subject, text, html })
      await mkdir(folder, { recursive: true })
      const file = join(
        folder,
        `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`,
      )
      await writeFile(file, message as Buffer, { mode: 0o600 })
      log.warn({ file, link }, 'no SMTP_URL: the mail was put into the outbox')
    },
  }
}
