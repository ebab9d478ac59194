import type { MediaStore } from '../../adapters/media/media-store.ts'
import type { Clock } from '../../base/clock.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/tables.ts'
import { inSnapshot } from '../snapshot.ts'
import { checkBackups } from './backups.ts'
import { checkContent } from './content.ts'
import { checkDatabase, isUpToDate } from './database.ts'
import { type Findings, inSavepoint, joined } from './findings.ts'
import { checkMedia } from './media.ts'

interface Parts {
  readonly db: Db
  readonly media: MediaStore
  readonly backups: Config['backups']
  readonly clock: Clock
}

/** Checks everything on one snapshot without changing it. A failing part does not stop the others. */
export const checkEverything = ({ db, media, backups, clock }: Parts): Promise<Findings> =>
  inSnapshot(db, async (snapshot) => {
    const found = [await checkDatabase(snapshot)]
    const part = async (what: string, check: () => Promise<Findings>) => {
      found.push(await inSavepoint(snapshot, what, check))
    }
    // A database that is not up to date lacks what the other checks ask for.
    if (await isUpToDate(snapshot)) {
      await part('the content', () => checkContent(snapshot, clock))
      await part('pictures and recordings', () => checkMedia(snapshot, media))
      await part('the backups', () => checkBackups(snapshot, backups, clock))
    }
    return joined(found)
  })
