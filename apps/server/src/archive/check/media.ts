import { createHash } from 'node:crypto'
import type { MediaStore } from '../../adapters/media/media-store.ts'
import type { Db } from '../../db/tables.ts'
import { type Content, isDamaged, isOriginal, knownContents } from '../media.ts'
import { type Findings, reasonOf } from './findings.ts'

const fromBackup = 'Please take it from a backup made with vitrine backup.'
const missing = 'is missing.'
const fromOriginal = 'check --repair makes it from the original.'

/** Reads every file that the database knows of; an original must be there and have the content it is named by. */
export async function checkMedia(db: Db, media: MediaStore): Promise<Findings> {
  const contents = await knownContents(db)
  const problems: string[] = []
  for (const content of contents) problems.push(...(await problemsOf(content, media)))
  const keys = contents.flatMap((content) => content.keys)
  const absent = new Set(keys)
  let orphans = 0
  const onError = (place: string, error: Error) => problems.push(`${place} can’t be read: ${reasonOf(error)}`)
  for await (const { key } of media.list(onError)) if (key === null || !absent.delete(key)) orphans++
  const notMade = [...absent].filter((key) => !isOriginal(key)).length
  return {
    problems,
    notes: [
      `Media: ${contents.length} pictures and recordings, ${keys.length - absent.size} files.`,
      ...(notMade > 0 ? [`${notMade} sizes of pictures are not made yet. Each is made when it is asked for.`] : []),
      ...(orphans > 0
        ? [
            `${orphans} files belong to nothing, as an upload that was cut off leaves them. check --repair removes them.`,
          ]
        : []),
    ],
  }
}

/** The original first: its sizes can be rendered again only while it is intact. */
async function problemsOf({ keys: [original = '', ...sizes] }: Content, media: MediaStore): Promise<string[]> {
  const problem = await problemOf(original, media)
  const problems = problem ? [`The file ${original} ${problem} ${fromBackup}`] : []
  for (const key of sizes) {
    const one = await problemOf(key, media)
    if (one && one !== missing) problems.push(`The file ${key} ${one} ${problem ? fromBackup : fromOriginal}`)
  }
  return problems
}

async function problemOf(key: string, media: MediaStore): Promise<string | null> {
  try {
    const found = await media.find(key)
    if (!found) return missing
    if (found.size === 0) return 'is empty.'
    const hash = createHash('sha256')
    for await (const chunk of await found.open()) hash.update(chunk)
    return isDamaged(key, hash.digest('hex')) ? 'is damaged.' : null
  } catch (error) {
    return `can’t be read: ${reasonOf(error)}`
  }
}
