export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The link the mail is about, for people who read the log instead of a mailbox. */
  readonly link: string
}

export interface Mailer {
  /** Fails when the mail server can't be reached. */
  verify(): Promise<void>
  send(mail: Mail): Promise<void>
}
