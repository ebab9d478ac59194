import type { Transporter } from 'nodemailer'
import { seconds } from '../../base/clock.ts'
import { withTimeout } from '../../base/with-timeout.ts'
import type { Mailer } from './mailer.ts'

const timeoutMs = seconds(9)

/** Sends through a mail server, and gives up in time for the person who waits for the answer. */
export function smtpMailer(url: string, from: string): Mailer {
  let opened: Promise<Transporter> | undefined
  const transport = () => {
    opened ??= openTransport(url)
    return opened
  }
  return {
    verify: async () => answeredInTime((await transport()).verify()),
    send: async ({ to, subject, text, html }) =>
      answeredInTime((await transport()).sendMail({ from, to, subject, text, html })),
  }
}

/** The library is loaded with the first mail: it takes 20 MB. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  })
}

/** The transport limits each step separately; together they could take several times as long. */
async function answeredInTime(work: Promise<unknown>): Promise<void> {
  await withTimeout(work, timeoutMs, 'the mail server did not answer in time')
}
