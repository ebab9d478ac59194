import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { fsyncPath, type ScratchFolder } from '../adapters/files/files.ts'
import type { MediaStore } from '../adapters/media/media-store.ts'
import type { Clock } from '../base/clock.ts'
import { productVersion } from '../base/version.ts'
import { readExecutedMigrations } from '../db/migrate.ts'
import type { Db } from '../db/tables.ts'
import {
  findInstallation,
  type Manifest,
  manifestName,
  mediaEntryName,
  openBackup,
  type TarEntry,
  tableEntryName,
  tarWriter,
} from './backup-file.ts'
import { isDamagedOriginal, isOriginalKey, type MediaContent, readMediaContents } from './media.ts'
import { readLastId, readRows, type TableSummary, tableSummaryBuilder } from './rows.ts'
import { inSnapshot, readSchema, type Table } from './schema.ts'

export const unfinishedSuffix = '.unfinished'

interface Parts {
  /** On SQLite a separate connection; see `inSnapshot`. */
  readonly db: Db
  readonly clock: Clock
  readonly scratch: ScratchFolder
  /** Source of pictures and recordings; null to list them without their files. */
  readonly media: MediaStore | null
  /** Cancels the backup and deletes the unfinished file. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Writes a snapshot of everything into a file while the server runs. The file gets its final name
 * only after it was flushed to disk and verified by reading it back.
 */
export async function writeBackup(
  file: string,
  { db, clock, scratch, media, signal }: Parts,
): Promise<Manifest> {
  await using tableFiles = new AsyncDisposableStack()
  const source = await inSnapshot(db, async (snapshot) => {
    const migrations = await readExecutedMigrations(snapshot)
    if (migrations.length === 0)
      throw new Error('This is not a Vitrine database: there is nothing to back up.')

    const schema = await readSchema(snapshot)
    const tables: TableFile[] = []
    for (const table of schema) {
      const { path } = tableFiles.use(await scratch.newFile())
      tables.push({ path, summary: await dumpTable({ db: snapshot, table, path, signal }) })
    }
    const hasMedia = schema.some(({ name }) => name === 'media')
    const contents = hasMedia ? await readMediaContents(snapshot) : []
    const installationId = (await findInstallation(snapshot))?.id
    return { migrations, tables, contents, installationId }
  })

  await mkdir(dirname(file), { recursive: true })
  const unfinishedFile = `${file}.${randomUUID()}${unfinishedSuffix}`
  try {
    const manifest = await writeArchive(unfinishedFile, source, { clock, media })
    // Verifies the checksum of every file.
    await openBackup(unfinishedFile)
    await rename(unfinishedFile, file)
    await fsyncPath(dirname(file))
    return manifest
  } catch (error) {
    await rm(unfinishedFile, { force: true })
    throw error
  }
}

interface TableDump {
  readonly db: Db
  readonly table: Table
  readonly path: string
  readonly signal: AbortSignal | undefined
}

/** Writes the rows of a table into a compressed file, one per line. */
async function dumpTable({ db, table, path, signal }: TableDump): Promise<TableSummary> {
  const summary = tableSummaryBuilder(table)
  async function* yieldLines() {
    for await (const rows of readRows(db, table)) {
      signal?.throwIfAborted()
      yield summary.add(rows)
    }
  }
  await pipeline(Readable.from(yieldLines()), createGzip(), createWriteStream(path))
  return summary.finish(await readLastId(db, table))
}

interface TableFile {
  readonly summary: TableSummary
  readonly path: string
}

interface BackupSource {
  readonly migrations: string[]
  readonly tables: readonly TableFile[]
  readonly contents: MediaContent[]
  readonly installationId: string | undefined
}

async function writeArchive(
  path: string,
  { migrations, tables, contents, installationId }: BackupSource,
  { clock, media }: Pick<Parts, 'clock' | 'media'>,
): Promise<Manifest> {
  // A backup contains password hashes, so other users of the machine must not read it.
  await using handle = await open(path, 'w', 0o600)
  const startedAt = clock.now()
  const tar = tarWriter(handle)
  const entries: TarEntry[] = [await tar.addText('README.txt', readme)]
  for (const { summary, path: tablePath } of tables) {
    const { size } = await stat(tablePath)
    const name = tableEntryName(summary.table)
    entries.push(await tar.add(name, size, createReadStream(tablePath)))
  }

  const { missing, damaged } = media
    ? await addMedia(tar, entries, { media, contents })
    : { missing: [], damaged: [] }
  const manifest: Manifest = {
    format: 'vitrine-backup-1',
    madeBy: productVersion,
    madeAt: startedAt.toISOString(),
    installation: installationId,
    migrations,
    tables: tables.map(({ summary }) => summary),
    media: {
      included: media !== null,
      contents: contents.map(({ name, keys }) => ({ name, keys })),
      missing,
      damaged,
    },
    entries,
  }
  await tar.addText(manifestName, `${JSON.stringify(manifest, null, 1)}\n`)
  await tar.end()
  await handle.sync()
  return manifest
}

/**
 * Adds the media files to the archive and to `entries`; returns the keys of missing and damaged
 * originals.
 */
async function addMedia(
  tar: ReturnType<typeof tarWriter>,
  entries: TarEntry[],
  { media, contents }: { media: MediaStore; contents: readonly MediaContent[] },
) {
  const missing: string[] = []
  const damaged: string[] = []
  for (const key of contents.flatMap(({ keys }) => keys)) {
    const file = await media.find(key)
    if (!file) {
      if (isOriginalKey(key)) missing.push(key)
      continue
    }

    const entry = await tar.add(mediaEntryName(key), file.size, await file.open())
    entries.push(entry)
    if (isDamagedOriginal(key, entry.sha256)) damaged.push(key)
  }
  return { missing, damaged }
}

const readme = `This is a backup of Vitrine. "vitrine restore FILE" puts it into an empty database.

database/   a file for each table: JSON, a row in each line, compressed by gzip
media/      pictures and recordings, by the SHA-256 of the original; "original" is the file that was uploaded
manifest.json   how many rows and which files there are, with their SHA-256
`
