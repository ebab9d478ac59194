import { NewUser, newUserDefaults } from '@vitrine/contract'
import { instant, systemClock } from '../base/clock.ts'
import type { Config } from '../config/config.ts'
import { describeDatabase } from '../db/expect-database.ts'
import type { Db, Tx } from '../db/tables.ts'
import { operatorPerson, recordAudit } from '../features/audit/index.ts'
import { passwordLinks, secondStepStore } from '../features/auth/index.ts'
import { toAuditPerson, userStore } from '../features/users/index.ts'
import {
  type Command,
  formatTable,
  parseCommandArgs,
  UsageError,
  withMigratedDatabase,
} from './command.ts'

export const createRootCommand: Command = {
  summary: 'create a root and print the link to set a password',
  help: `Usage: vitrine create-root --email anna@example.org [--first-name Anna] [--last-name Muster]

Creates a user with the role root and prints, once, a link to set the first password. The link is
valid for 7 days. For a root who exists already, it prints a new link and ends the earlier one.`,

  async run(args, config) {
    const user = parseNewRoot(args)
    const link = await withMigratedDatabase(config, (db) =>
      db.transaction().execute((tx) => issueLink(tx, user, config)),
    )
    return [
      `${user.email} is a root in ${describeDatabase(config.database)}.`,
      `Set the password here, within 7 days:\n\n  ${link}\n`,
    ].join('\n')
  },
}

/** Creates the root account if needed, and a link; in one transaction with the audit log. */
async function issueLink(tx: Tx, user: NewUser, config: Config): Promise<string> {
  const store = userStore(tx)
  const existing = await store.findByEmail(user.email)
  if (existing && existing.role !== 'root')
    throw new Error(`${user.email} belongs to a user who is not a root.`)
  const { id } = existing ?? (await store.add(user, instant(systemClock)))
  const account = toAuditPerson(
    existing ?? { id, first_name: user.firstName, last_name: user.lastName, email: user.email },
  )
  const links = passwordLinks({
    db: tx,
    clock: systemClock,
    publicUrl: () => getPublicUrl(config),
    config,
  })
  const link = await links.issue({ id, email: account.email })
  const details = { role: user.role }
  if (!existing)
    await recordAudit(tx, systemClock, {
      kind: 'user-created',
      by: operatorPerson,
      on: account,
      details,
    })
  await recordAudit(tx, systemClock, { kind: 'link-sent', by: operatorPerson, on: account })
  return link
}

function parseNewRoot(args: readonly string[]): NewUser {
  const { values } = parseCommandArgs(args, {
    options: {
      email: { type: 'string' },
      'first-name': { type: 'string' },
      'last-name': { type: 'string' },
    },
  })
  const user = NewUser.safeParse({
    ...newUserDefaults,
    role: 'root',
    email: values.email,
    firstName: values['first-name'] ?? '',
    lastName: values['last-name'] ?? '',
  })
  if (!user.success)
    throw new UsageError(user.error.issues.map((issue) => issue.message).join('\n'))
  return user.data
}

const getPublicUrl = ({ publicUrl, listen }: Config) =>
  publicUrl ?? `http://localhost:${listen.port}`

export const resetSecondStepCommand: Command = {
  summary: 'remove the second step of a user who lost it',
  help: `Usage: vitrine reset-second-step --email anna@example.org

Removes the authenticator app, the passkeys and the recovery codes of a user who lost them. They then sign in
with the password alone. A root can do the same on the page of a user; this is for the last root.`,

  async run(args, config) {
    const { email } = parseCommandArgs(args, { options: { email: { type: 'string' } } }).values
    if (!email) throw new UsageError('Whose second step? Please give --email.')
    await withMigratedDatabase(config, async (db) => {
      const user = await userStore(db).findByEmail(email)
      if (!user) throw new Error(`There is no user with the address ${email}.`)
      await db.transaction().execute(async (tx) => {
        await secondStepStore(tx).removeAll(user.id)
        await recordAudit(tx, systemClock, {
          kind: 'second-step-reset',
          by: operatorPerson,
          on: toAuditPerson(user),
        })
      })
    })
    return `${email} signs in with the password alone again.`
  },
}

export const usersCommand: Command = {
  summary: 'list, lock and unlock accounts',
  help: `Usage: vitrine users [--lock anna@example.org | --unlock anna@example.org]

Lists all accounts: address, role, last sign-in, second step, and whether they are locked. --lock ends all
sessions and password links of an account, and nobody can sign in with it until it is unlocked.`,

  async run(args, config) {
    const { lock, unlock } = parseCommandArgs(args, {
      options: { lock: { type: 'string' }, unlock: { type: 'string' } },
    }).values
    if (lock !== undefined && unlock !== undefined)
      throw new UsageError('Please give --lock or --unlock, not both.')
    return withMigratedDatabase(config, async (db) => {
      if (lock !== undefined) await setLocked(db, lock, true)
      if (unlock !== undefined) await setLocked(db, unlock, false)
      return formatUserList(db)
    })
  },
}

const setLocked = (db: Db, email: string, isLocked: boolean): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const store = userStore(tx)
    const user = await store.findByEmail(email)
    if (!user) throw new Error(`There is no user with the address ${email}.`)
    await store.setLocked(user.id, isLocked)
    if (isLocked) {
      await store.endSessions(user.id)
      await store.endPasswordLinks(user.id, instant(systemClock))
    }
    const kind = isLocked ? 'user-locked' : 'user-unlocked'
    await recordAudit(tx, systemClock, { kind, by: operatorPerson, on: toAuditPerson(user) })
  })

const isoDayLength = '2026-05-31'.length

async function formatUserList(db: Db): Promise<string> {
  const store = userStore(db)
  const accounts = await store.all()
  const idsWithSecondStep = await store.idsWithSecondStep()
  const rows = accounts
    .toSorted((a, b) => (a.email < b.email ? -1 : 1))
    .map(({ id, email, role, last_sign_in_at, locked }) => [
      email || `(no address, number ${id})`,
      role,
      last_sign_in_at?.slice(0, isoDayLength) ?? 'never',
      idsWithSecondStep.has(id) ? 'yes' : 'no',
      locked === 1 ? 'LOCKED' : '',
    ])
  return formatTable(['address', 'role', 'last sign-in', 'second step', ''], rows)
}
