import { type Command, UsageError, withDatabase } from './command.ts'

export const migrateDatabase: Command = {
  summary: 'bring the database up to date',
  help: `Usage: npm run vitrine -- migrate

Brings the configured database up to date. The server does the same when it starts; this is for
doing it beforehand. A backup of it is written to the backup folder first. Where there is none yet, it
makes an empty one, which the server never does in production.`,

  async run(args, config) {
    if (args.length > 0) throw new UsageError('It takes no options.')
    return withDatabase(config, async (_db, migrated) =>
      migrated.length > 0 ? `Done: ${migrated.join(', ')}.` : 'The database is up to date.',
    )
  },
}
