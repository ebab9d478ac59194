import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { flush, type Scratch } from '../adapters/files/files.ts'
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
  /** On SQLite a connection of its own: see `inSnapshot`. */
  readonly db: Db
  readonly clock: Clock
  readonly scratch: Scratch
  /** Where the pictures and recordings are taken from; null to name them only. */
  readonly media: MediaStore | null
  /** Cancels the backup and removes what was written. */
  readonly signal?: AbortSignal
}

/**
 * Writes a snapshot of everything into a file while the server runs. The file gets its name only once it is on disk and
 * was read back.
 */
export async function writeBackup(
  file: string,
  { db, clock, scratch, media, signal }: Parts,
): Promise<Manifest> {
  await using dumped = new AsyncDisposableStack()
  const state = await inSnapshot(db, async (snapshot) => {
    const migrations = await readExecutedMigrations(snapshot)
    if (migrations.length === 0)
      throw new Error('This is not a Vitrine database: there is nothing to back up.')
    const schema = await readSchema(snapshot)
    const tables: { readonly sum: TableSummary; readonly path: string }[] = []
    for (const table of schema) {
      const { path } = dumped.use(await scratch.newFile())
      tables.push({ path, sum: await dump(snapshot, table, path, signal) })
    }
    const contents = schema.some(({ name }) => name === 'media')
      ? await readMediaContents(snapshot)
      : []
    const installation = (await findInstallation(snapshot))?.id
    return { migrations, tables, contents, installation }
  })

  await mkdir(dirname(file), { recursive: true })
  const unfinished = `${file}.${randomUUID()}${unfinishedSuffix}`
  try {
    const manifest = await write(unfinished, state, { clock, media })
    await openBackup(unfinished)
    await rename(unfinished, file)
    await flush(dirname(file))
    return manifest
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function dump(
  db: Db,
  table: Table,
  path: string,
  signal: AbortSignal | undefined,
): Promise<TableSummary> {
  const checksum = tableSummaryBuilder(table)
  async function* lines() {
    for await (const rows of readRows(db, table)) {
      signal?.throwIfAborted()
      yield checksum.add(rows)
    }
  }
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(path))
  return checksum.sum(await readLastId(db, table))
}

interface State {
  readonly migrations: string[]
  readonly tables: readonly { readonly sum: TableSummary; readonly path: string }[]
  readonly contents: MediaContent[]
  readonly installation: string | undefined
}

async function write(
  path: string,
  { migrations, tables, contents, installation }: State,
  { clock, media }: Pick<Parts, 'clock' | 'media'>,
): Promise<Manifest> {
  // It holds password hashes: other users of the machine must not read it.
  await using handle = await open(path, 'w', 0o600)
  const at = clock.now()
  const tar = tarWriter(handle, at)
  const entries: TarEntry[] = [await tar.addText('README.txt', readme)]
  for (const { sum, path: dumped } of tables) {
    const { size } = await stat(dumped)
    entries.push(await tar.add(tableEntryName(sum.table), size, createReadStream(dumped)))
  }
  const missing: string[] = []
  const damaged: string[] = []
  for (const key of media ? contents.flatMap(({ keys }) => keys) : []) {
    const found = await media?.find(key)
    if (!found) missing.push(...[key].filter(isOriginalKey))
    else {
      const entry = await tar.add(mediaEntryName(key), found.size, await found.open())
      entries.push(entry)
      if (isDamagedOriginal(key, entry.sha256)) damaged.push(key)
    }
  }
  const manifest: Manifest = {
    format: 'vitrine-backup-1',
    madeBy: productVersion,
    madeAt: at.toISOString(),
    ...(installation !== undefined && { installation }),
    migrations,
    tables: tables.map(({ sum }) => sum),
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

const readme = `This is a backup of Vitrine. "npm run vitrine -- restore FILE" puts it into an empty database.

database/   a file for each table: JSON, a row in each line, compressed by gzip
media/      pictures and recordings, by the SHA-256 of the original; "original" is the file that was uploaded
manifest.json   how many rows and which files there are, with their SHA-256
`
