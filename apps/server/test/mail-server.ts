import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface MailServer extends AsyncDisposable {
  readonly url: string
  readonly mails: Email[]
  /** Waits for a mail to an address; returns the newest. */
  mailTo(address: string): Promise<Email>
  /** Returns the token of the password link in the newest mail to an address. */
  tokenFor(address: string): Promise<string>
}

const storageError = Object.assign(new Error('insufficient system storage'), { responseCode: 452 })

/**
 * Starts an SMTP server that stores mails and rejects recipients whose address begins with
 * `refused`. With `isFull`, it rejects all mails for lack of storage.
 */
export async function startMailServer({ delayMs = 0, isFull = false } = {}): Promise<MailServer> {
  const mails: Email[] = []
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, callback) => {
      if (isFull) return callback(storageError)
      callback(address.startsWith('refused') ? new Error('no such mailbox') : null)
    },
    onData: (stream, _session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        mails.push(await PostalMime.parse(Buffer.concat(chunks)))
        setTimeout(callback, delayMs)
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

/** Starts a mail server that accepts connections and never answers. */
export async function startSilentServer(): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer(() => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
