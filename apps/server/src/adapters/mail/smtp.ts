import type { Transporter } from 'nodemailer'
import { seconds } from '../../clock.ts'
import type { Mailer } from './mailer.ts'

const patience = seconds(9)

/** Sends through a mail server, and gives up in time for the person who waits for the answer. */
export function smtpMailer(url: string, from: string): Mailer {
  let opened: Promise<Transporter> | undefined
  const transport = () => {
    opened ??= openTransport(url)
    return opened
  }
  return {
    verify: async () => inTime((await transport()).verify()),
    send: async ({ to, subject, text, html }) =>
      inTime((await transport()).sendMail({ from, to, subject, text, html })),
  }
}

/** The library is loaded with the first mail: it takes 20 MB. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    dnsTimeout: patience,
  })
}

/** The transport's own limits count each step alone; a slow server could use all of them up. */
async function inTime(work: Promise<unknown>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the mail server did not answer in time')), patience)
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
