import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { openScratch, type ScratchFolder } from '../adapters/files/files.ts'
import type { MediaStore } from '../adapters/media/media-store.ts'
import { openMediaStore } from '../adapters/media/open-media.ts'
import { assertCopyable, copyDatabase } from '../archive/copy.ts'
import { explainError } from '../archive/explain.ts'
import {
  copyMedia,
  type MediaContent,
  type MediaCopyResult,
  readMediaContents,
} from '../archive/media.ts'
import type { Config } from '../config/config.ts'
import { parseDatabaseName, requireExistingDatabase } from '../db/expect-database.ts'
import { openDatabase } from '../db/open.ts'
import type { Db } from '../db/tables.ts'
import { createLogger } from '../runtime/logger.ts'
import {
  type Command,
  formatTable,
  parseCommandArgs,
  recordOperatorAudit,
  truncateList,
  UsageError,
} from './command.ts'

export const copyCommand: Command = {
  summary: 'copy everything to another database, and media to another place',
  help: `Usage: vitrine copy --from DATABASE --to DATABASE [--media-from PLACE --media-to PLACE]
       vitrine copy --media-from PLACE --media-to PLACE

Copies everything from one database into an empty one, all or nothing, and compares both. A DATABASE is
a SQLite file or postgres://user:password@host:5432/database. The one to copy from may be in use, but
what is written there afterwards is not copied: stop the servers before you move.

Pictures and recordings stay where they are unless you say otherwise. A PLACE is a folder, or the word
s3 for the bucket that the S3_… variables name. They are copied first, so that a copy that was cut off can
be repeated: what is there already is not copied again. Without --from
and --to, only the pictures and recordings that the configured database knows are copied.`,

  async run(args, config) {
    const { values } = parseCommandArgs(args, {
      options: {
        from: { type: 'string' },
        to: { type: 'string' },
        'media-from': { type: 'string' },
        'media-to': { type: 'string' },
      },
    })
    const { from, to, 'media-from': mediaFrom, 'media-to': mediaTo } = values
    if (!mediaFrom !== !mediaTo)
      throw new UsageError('Please give both --media-from and --media-to, or neither.')

    // Parsed before anything is copied.
    const media =
      mediaFrom && mediaTo
        ? { from: parseSource(mediaFrom, config), to: parsePlace(mediaTo, config) }
        : null
    if (!from && !to && media) return copyMediaAlone(media, config)
    if (!from || !to) throw new UsageError('Please give --from and --to.')

    const source = requireExistingDatabase(parseDatabaseName(from))
    const target = parseDatabaseName(to)
    if (JSON.stringify(source) === JSON.stringify(target))
      throw new Error('Both are the same database.')

    // Fails before anything is written if a bucket can't be reached.
    const stores = media && (await openStores(media, config))
    const log = createLogger(config.logLevel)
    await using sourceDb = openDatabase(source, log)
    await using targetDb = openDatabase(target, log)
    return await copyEverything(sourceDb, targetDb, stores)
  },
}

async function copyEverything(source: Db, target: Db, stores: Stores | null): Promise<string> {
  await assertCopyable(source, target)
  // Files are copied first: a copy that is cut off leaves the other database empty, and the same
  // command resumes it.
  const contents = await readMediaContents(source)
  const firstResult = stores && (await withRetryHint(copyContents(contents, stores)))

  const sums = await copyDatabase(source, target)
  await recordOperatorAudit(source, 'copied')
  const table = formatTable(
    ['table', 'rows', 'SHA-256 of both'],
    sums.map((sum) => [sum.table, sum.rows, sum.sha256]),
  )
  const report = `${table}\n\nEverything was copied, and both databases hold the same.`
  if (!stores || !firstResult) return `${report}\nPictures and recordings stay where they are.`

  // Files uploaded while the others were copied; none if the servers are stopped.
  const copiedNames = new Set(contents.map(({ name }) => name))
  const laterContents = (await readMediaContents(target)).filter(
    ({ name }) => !copiedNames.has(name),
  )
  const { text, isComplete } = formatMediaSummary(
    addResults(firstResult, await copyContents(laterContents, stores)),
  )
  if (!isComplete)
    throw new Error(
      `The database was copied, but not all of its pictures and recordings.\n${text}\n${resumeHint}`,
    )
  return `${report}\n${text}`
}

const resumeHint =
  'To go on: put the missing files back where they came from, then run copy with --media-from and --media-to alone (and DATABASE_URL or DATA_DIR of the new database). Existing files are not copied again.'

/** Adds to any error how to resume the copy of files. */
async function withRetryHint<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new Error(
      `${explainError(error) ?? (error as Error).message}\nThe other database was not touched. Run the same command again: files that are there already are not copied again.`,
      { cause: error },
    )
  }
}

interface MediaPlaces {
  readonly from: Config['media']
  readonly to: Config['media']
}

async function copyMediaAlone(places: MediaPlaces, config: Config): Promise<string> {
  const stores = await openStores(places, config)
  await using db = openDatabase(
    requireExistingDatabase(config.database),
    createLogger(config.logLevel),
  )
  const { text, isComplete } = formatMediaSummary(
    await copyContents(await readMediaContents(db), stores),
  )
  if (!isComplete) throw new Error(`Not all pictures and recordings were copied.\n${text}`)
  return text
}

interface Stores {
  readonly from: MediaStore
  readonly to: MediaStore
  readonly scratch: ScratchFolder
}

const openStores = async ({ from, to }: MediaPlaces, config: Config): Promise<Stores> => ({
  from: await openMediaStore(from),
  to: await openMediaStore(to),
  scratch: await openScratch(resolve(config.dataDir, 'tmp')),
})

const copyContents = (
  contents: readonly MediaContent[],
  { from, to, scratch }: Stores,
): Promise<MediaCopyResult> => copyMedia(contents, { source: from, target: to, scratch })

const addResults = (a: MediaCopyResult, b: MediaCopyResult): MediaCopyResult => ({
  copied: a.copied + b.copied,
  alreadyPresent: a.alreadyPresent + b.alreadyPresent,
  missing: [...a.missing, ...b.missing],
  damaged: [...a.damaged, ...b.damaged],
})

function parseSource(name: string, config: Config): Config['media'] {
  const place = parsePlace(name, config)
  if (place.kind === 'folder' && !existsSync(place.folder))
    throw new Error(`There is no folder ${place.folder}.`)
  return place
}

function parsePlace(name: string, { media }: Config): Config['media'] {
  if (name !== 's3') return { kind: 'folder', folder: resolve(name) }
  if (media.kind !== 's3')
    throw new Error('s3 is the bucket that the S3_… variables name, and they are not set.')
  return media
}

function formatMediaSummary({ copied, alreadyPresent, missing, damaged }: MediaCopyResult): {
  text: string
  isComplete: boolean
} {
  const lines = [
    `Media: ${copied} files were copied, ${alreadyPresent} were there already.`,
    ...truncateList(missing.map((key) => `  missing: ${key}`)),
    ...truncateList(damaged.map((key) => `  damaged: ${key}`)),
  ]
  return { text: lines.join('\n'), isComplete: missing.length + damaged.length === 0 }
}
