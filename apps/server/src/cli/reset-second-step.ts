import { systemClock } from '../base/clock.ts'
import { operator, recordAudit } from '../features/audit/index.ts'
import { secondStepStore } from '../features/auth/index.ts'
import { toPerson, userStore } from '../features/users/index.ts'
import { type Command, UsageError, withDatabase } from './command.ts'
import { parsedArgs } from './options.ts'

export const resetSecondStep: Command = {
  summary: 'remove the second step of a user who lost it',
  help: `Usage: npm run vitrine -- reset-second-step --email anna@example.org

Removes the authenticator app, the passkeys and the recovery codes of a user who lost them. They then sign in
with the password alone. A root can do the same on the page of a user; this is for the last root.`,

  async run(args, config) {
    const { email } = parsedArgs(args, { options: { email: { type: 'string' } } }).values
    if (!email) throw new UsageError('Whose second step? Please give --email.')
    await withDatabase(config, async (db) => {
      const user = await userStore(db).findByEmail(email)
      if (!user) throw new Error(`There is no user with the address ${email}.`)
      await db.transaction().execute(async (tx) => {
        await secondStepStore(tx).removeAll(user.id)
        await recordAudit(tx, systemClock, { kind: 'second-step-reset', by: operator, on: toPerson(user) })
      })
    })
    return `${email} signs in with the password alone again.`
  },
}
