import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../base/log.ts'
import type { Mailer } from './mailer.ts'

/** Without a mail server, each mail becomes a file that any mail program opens. Not for production. */
export function outboxMailer(folder: string, from: string, log: Log): Mailer {
  return {
    verify: async () => {},
    async send({ to, subject, text, html, link }) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true })
      const { message } = await transport.sendMail({ from, to, subject, text, html })
      await mkdir(folder, { recursive: true })
      const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`)
      await writeFile(file, message as Buffer, { mode: 0o600 })
      log.warn({ file, link }, 'no SMTP_URL: the mail was put into the outbox')
    },
  }
}
