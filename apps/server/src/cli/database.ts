import { systemClock } from '../base/clock.ts'
import { loadDemo, seedDemo } from '../runtime/demo.ts'
import { type Command, UsageError, withMigratedDatabase } from './command.ts'

export const migrateCommand: Command = {
  summary: 'bring the database up to date',
  help: `Usage: vitrine migrate

Brings the configured database up to date. The server does the same when it starts; this is for
doing it beforehand. A backup of it is written to the backup folder first. Where there is none yet, it
makes an empty one, which the server never does in production.`,

  async run(args, config) {
    if (args.length > 0) throw new UsageError('It takes no options.')
    return withMigratedDatabase(config, async (_db, migrated) =>
      migrated.length > 0 ? `Done: ${migrated.join(', ')}.` : 'The database is up to date.',
    )
  },
}

export const seedCommand: Command = {
  summary: 'fill an empty database with the demo',
  help: `Usage: vitrine seed demo

Fills an empty database with the demo. Its accounts have a public password, so this is refused in
production and for a database that holds anything already.`,

  async run(args, config) {
    if (args.length !== 1 || args[0] !== 'demo')
      throw new UsageError('Please name what to seed: "demo".')
    if (config.production)
      throw new Error('The demo has a public password: it is not for production.')
    const seeded = await withMigratedDatabase(config, (db) => seedDemo(config, db, systemClock))
    if (!seeded) throw new Error('The database is not empty; nothing was changed.')
    const { emails, password } = (await loadDemo()).demoAccounts
    return `Done. Sign in as ${emails.join(', ')} with the password ${password}.`
  },
}
