import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface MailServer extends AsyncDisposable {
  readonly url: string
  readonly mails: Email[]
  /** The newest mail to an address, as soon as it has arrived. */
  mailTo(address: string): Promise<Email>
  /** The token of the password link in the newest mail to an address. */
  tokenFor(address: string): Promise<string>
}

const noRoom = Object.assign(new Error('insufficient system storage'), { responseCode: 452 })

/** A real SMTP server that keeps its mails, or rejects a recipient by name; `slow` in milliseconds, `full` has room for no mail. */
export async function startMailServer({ slow = 0, full = false } = {}): Promise<MailServer> {
  const mails: Email[] = []
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, callback) =>
      callback(full ? noRoom : address.startsWith('refused') ? new Error('no such mailbox') : null),
    onData: (stream, _session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        mails.push(await PostalMime.parse(Buffer.concat(chunks)))
        setTimeout(callback, slow)
      })
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo

  const mailTo = async (address: string): Promise<Email> => {
    for (let tries = 0; tries < 100; tries++) {
      const mail = mails.findLast(({ to }) =>
        to?.some((recipient) => recipient.address === address),
      )
      if (mail) return mail
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`no mail came for ${address}`)
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    mailTo,
    tokenFor: async (address) =>
      /\/set-password\/([\w-]+)/.exec((await mailTo(address)).text ?? '')?.[1] ?? '',
    [Symbol.asyncDispose]: () => new Promise((resolve) => smtp.close(() => resolve())),
  }
}

/** A mail server that accepts connections and never answers. */
export async function startSilentServer(): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer(() => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
