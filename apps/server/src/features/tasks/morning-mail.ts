import type { Mailer } from '../../adapters/mail/mail.ts'
import type { Db } from '../../db/tables.ts'
import { commentStore, toComment } from '../comments/index.ts'
import { taskMail } from './mail.ts'
import { taskStore } from './store.ts'

interface Parts {
  readonly db: Db
  readonly mailer: Mailer
  /** The public address. */
  readonly site: string
  readonly foundation: string
  readonly signal: AbortSignal
}

const maxTasks = 50

/** Mails everybody their open tasks, once a day; returns how many mails were sent. One that fails leaves the others alone. */
export async function mailOpenTasks({ db, mailer, site, foundation, signal }: Parts, day: string): Promise<number> {
  const store = taskStore(db)
  let sent = 0
  let failure: unknown
  for (const { id, email } of await store.toMail(day)) {
    signal.throwIfAborted()
    // Claimed before it is sent: a process that is killed in between sends none, never two.
    if (!(await store.claimMail(id, day))) continue
    const tasks = (await commentStore(db).openFor(id, maxTasks)).map((row) => toComment(row, id))
    const count = await commentStore(db).countOpen(id)
    try {
      await mailer.send(taskMail({ to: email, tasks, count, day, site, foundation }))
      sent += 1
    } catch (error) {
      await store.releaseMail(id)
      failure = error
    }
  }
  if (failure) throw failure
  return sent
}
