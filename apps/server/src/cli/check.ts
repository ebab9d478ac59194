import { openMedia } from '../adapters/media/open-media.ts'
import { checkEverything } from '../archive/check/check.ts'
import { existingDatabase } from '../archive/database-named.ts'
import { systemClock } from '../clock.ts'
import { openDatabase } from '../db/open.ts'
import { createLogger } from '../logger.ts'
import { type Command, UsageError } from './command.ts'
import { firstFewOfEach } from './first-few.ts'

export const check: Command = {
  summary: 'see whether everything is whole',
  help: `Usage: npm run vitrine -- check

Looks whether the database is whole, whether every item is as its history says, whether every picture and
recording is there with the content it was stored with, and whether the daily backups come. It changes
nothing, and the server may run meanwhile. It tells what is wrong and ends with 1 if anything is.`,

  async run(args, config) {
    if (args.length > 0) throw new UsageError('It takes no options.')
    const db = openDatabase(existingDatabase(config.database), createLogger(config.logLevel))
    try {
      const media = await openMedia(config.media)
      const { backups } = config
      const { problems, notes } = await checkEverything({ db, media, backups, clock: systemClock })
      if (problems.length === 0) return [...notes, '', 'Everything is as it should be.'].join('\n')
      throw new Error(
        [
          ...notes,
          '',
          problems.length === 1 ? 'One problem:' : `${problems.length} problems:`,
          ...firstFewOfEach(problems.map((line) => `  - ${line}`)),
        ].join('\n'),
      )
    } finally {
      await db.destroy()
    }
  },
}
