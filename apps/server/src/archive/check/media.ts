import { createHash } from 'node:crypto'
import type { MediaStore, StoredMedia } from '../../adapters/media/media-store.ts'
import type { Db } from '../../db/tables.ts'
import { isDamaged, knownContents } from '../media.ts'
import type { Findings } from './findings.ts'

/** Reads every file that the database knows of; an original must have the content it is named by. */
export async function checkMedia(db: Db, media: MediaStore): Promise<Findings> {
  const contents = await knownContents(db)
  const keys = contents.flatMap((content) => content.keys)
  const problems: string[] = []
  for (const key of keys) {
    const problem = await problemOf(key, await media.find(key))
    if (problem) problems.push(problem)
  }
  const known = new Set(keys)
  let strangers = 0
  for await (const key of media.list()) if (!known.has(key)) strangers++
  return {
    problems,
    notes: [
      `Media: ${contents.length} pictures and recordings, ${keys.length} files.`,
      ...(strangers > 0
        ? [`${strangers} files belong to nothing, as an upload that was cut off leaves them. They do no harm.`]
        : []),
    ],
  }
}

async function problemOf(key: string, found: StoredMedia | null): Promise<string | null> {
  if (!found) return `The file ${key} is missing. Please take it from a backup made with vitrine backup.`
  try {
    const hash = createHash('sha256')
    for await (const chunk of await found.open()) hash.update(chunk)
    return isDamaged(key, hash.digest('hex'))
      ? `The file ${key} is damaged. Please take it from a backup made with vitrine backup.`
      : null
  } catch (error) {
    return `The file ${key} can’t be read: ${(error as Error).message}.`
  }
}
