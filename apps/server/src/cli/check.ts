import { join } from 'node:path'
import { openScratch } from '../adapters/files/files.ts'
import { createImageProcessor, createLibvipsRunner } from '../adapters/images/libvips.ts'
import type { MediaStore } from '../adapters/media/media-store.ts'
import { openMediaStore } from '../adapters/media/open-media.ts'
import { checkEverything } from '../archive/check.ts'
import { repairEverything } from '../archive/repair.ts'
import { systemClock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Config } from '../config/config.ts'
import { requireExistingDatabase } from '../db/expect-database.ts'
import { openDatabase } from '../db/open.ts'
import type { Db } from '../db/tables.ts'
import { pictureSizes } from '../features/media/index.ts'
import { createLogger } from '../runtime/logger.ts'
import { type Command, parseCommandArgs, truncateListByKind } from './command.ts'

export const checkCommand: Command = {
  summary: 'check that everything is intact',
  help: `Usage: vitrine check [--repair]

Checks that the database is intact, that every item matches its history, that every picture and recording
is there with the content it was stored with, that the daily backups are made, and that the newest one can
be read back. It changes nothing, and the server may keep running. It lists what is wrong and exits with 1
if anything is.

With --repair it first restores what can be derived: missing or empty sizes of pictures are made from the
originals, files and translations that belong to nothing are removed, and revisions, counts, the gaps of items, the search
index and the items that journal entries mention are worked out again. It lists what it did.`,

  async run(args, config) {
    const { values } = parseCommandArgs(args, { options: { repair: { type: 'boolean' } } })
    const log = createLogger(config.logLevel)
    await using db = openDatabase(requireExistingDatabase(config.database), log)
    const media = await openMediaStore(config.media)
    const repaired = values.repair ? await repair(db, media, config, log) : []
    const { backups } = config
    const { problems, notes } = await checkEverything({ db, media, backups, clock: systemClock })
    if (problems.length === 0)
      return [...repaired, ...notes, '', 'Everything is as it should be.'].join('\n')
    throw new Error(
      [
        ...repaired,
        ...notes,
        '',
        problems.length === 1 ? 'One problem:' : `${problems.length} problems:`,
        ...truncateListByKind(problems.map((line) => `  - ${line}`)),
      ].join('\n'),
    )
  },
}

async function repair(db: Db, media: MediaStore, { dataDir }: Config, log: Log): Promise<string[]> {
  const images = createImageProcessor(createLibvipsRunner())
  const scratch = await openScratch(join(dataDir, 'tmp'))
  const sizes = pictureSizes({ media, images, scratch, clock: systemClock, log })
  const done = await repairEverything({ db, media, sizes, clock: systemClock })
  return done.length > 0
    ? ['Repaired:', ...truncateListByKind(done.map((line) => `  - ${line}`)), '']
    : ['There was nothing to repair.', '']
}
