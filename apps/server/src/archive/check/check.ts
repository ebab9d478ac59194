import type { MediaStore } from '../../adapters/media/media-store.ts'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/tables.ts'
import { inSnapshot } from '../snapshot.ts'
import { checkBackups } from './backups.ts'
import { checkContent } from './content.ts'
import { checkDatabase } from './database.ts'
import { type Findings, joined } from './findings.ts'
import { checkMedia } from './media.ts'

interface Parts {
  readonly db: Db
  readonly media: MediaStore
  readonly backups: Config['backups']
  readonly clock: Clock
}

/** Looks at everything as it is at one moment and changes nothing. */
export const checkEverything = ({ db, media, backups, clock }: Parts): Promise<Findings> =>
  inSnapshot(db, async (snapshot) => {
    const database = await checkDatabase(snapshot)
    // A database that is not up to date lacks what the other checks ask for.
    if (database.problems.length > 0) return database
    return joined([
      database,
      await checkContent(snapshot),
      await checkMedia(snapshot, media),
      await checkBackups(snapshot, backups, clock),
    ])
  })
