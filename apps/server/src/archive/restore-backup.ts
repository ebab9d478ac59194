import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Scratch } from '../adapters/files/files.ts'
import type { MediaStore } from '../adapters/media/media-store.ts'
import type { Context } from '../context.ts'
import {
  knownMigrations,
  migrate,
  readExecutedMigrations,
  schemaNumber,
  versionAndSchema,
} from '../db/migrate.ts'
import type { Db } from '../db/tables.ts'
import { originalKey } from '../features/media/index.ts'
import { announceAllRecords } from '../projections/index.ts'
import { type Backup, type Manifest, mediaEntryName, openBackup } from './backup-file.ts'
import { fillDatabase, isCopiedTable, listTablesInUse } from './copy.ts'
import { findDifferingTables } from './rows.ts'
import { readSchema } from './schema.ts'

interface Parts extends Pick<Context, 'db' | 'media' | 'scratch'> {
  /** Go on without pictures that are nowhere to be found. */
  readonly withoutMedia: boolean
}

/** Opens a backup and verifies all of it, including that this Vitrine knows its version. */
export async function openVerifiedBackup(file: string): Promise<Backup> {
  const backup = await openBackup(file)
  versionOf(backup.manifest)
  const wrong = await backup.findDamagedTables()
  if (wrong.length > 0)
    throw new Error(`The backup does not fit its own manifest, in: ${wrong}. Nothing was changed.`)
  return backup
}

/**
 * Restores a backup into an empty database and media store. The rows are written in one transaction, after their files; on
 * a failure the files are removed again.
 */
export async function restoreBackup(
  backup: Backup,
  { db, media, scratch, withoutMedia }: Parts,
): Promise<void> {
  const { manifest } = backup
  const version = versionOf(manifest)
  await expectEmpty(db, version)
  const put: string[] = []
  try {
    if (manifest.media.included) {
      await expectNothingElse(media, manifest)
      await putMedia(backup, media, scratch, put)
    } else if (!withoutMedia) await expectMedia(media, manifest)
    await fillFrom(backup, db, version)
  } catch (error) {
    for (const key of put) await media.remove(key)
    throw error
  }
}

async function fillFrom(
  { manifest, readRows: rowsOf }: Backup,
  db: Db,
  version: string,
): Promise<void> {
  await migrate(db, { upTo: version })
  const tables = (await readSchema(db)).filter(isCopiedTable)
  const tellsHarvesters = tables.some(({ name }) => name === 'exchange_change')
  await db.transaction().execute(async (tx) => {
    const sums = await fillDatabase(tx, tables, {
      readRows: ({ name }) => rowsOf(name),
      readLastId: async ({ name }) =>
        manifest.tables.find(({ table }) => table === name)?.lastId ?? null,
    })
    const wrong = findDifferingTables(
      manifest.tables.filter(({ table }) => isCopiedTable({ name: table })),
      sums,
    )
    if (wrong.length > 0)
      throw new Error(
        `The backup does not fit its own manifest, in: ${wrong}. Nothing was changed.`,
      )
    // Harvesters may have taken over what came after the backup.
    if (tellsHarvesters) await announceAllRecords(tx, new Date())
  })
  await migrate(db)
  if (!tellsHarvesters) await announceAllRecords(db, new Date())
}

/** The migration up to which the backup goes; this Vitrine must know all of them. */
function versionOf({ migrations, madeBy }: Manifest): string {
  const newest = migrations.at(-1) ?? ''
  if (migrations.some((name, index) => knownMigrations[index] !== name))
    throw new Error(
      `The backup was made by ${madeBy} (schema ${schemaNumber(migrations)}). This is ${versionAndSchema}: please install ${madeBy} or newer.`,
    )
  return newest
}

async function expectEmpty(db: Db, version: string): Promise<void> {
  const current = (await readExecutedMigrations(db)).at(-1)
  if (current === undefined) return
  const inUse = await listTablesInUse(db)
  if (inUse.length > 0)
    throw new Error(
      `The database is not empty (${inUse.join(', ')}). A backup is only restored where nothing can be lost: please choose a new database, or move this one away.`,
    )
  if (current !== version)
    throw new Error(
      `The database is empty, but made for ${current}, and the backup is of ${version}: please choose a new database, or remove this one.`,
    )
}

async function expectNothingElse(
  media: MediaStore,
  { media: { contents } }: Manifest,
): Promise<void> {
  const known = new Set(contents.flatMap(({ keys }) => keys))
  for await (const { key } of media.list()) {
    if (key && !known.has(key))
      throw new Error(
        `There are pictures or recordings already that are not in the backup (${key}): please choose another place for media, or move them away.`,
      )
  }
}

async function expectMedia(media: MediaStore, { media: { contents } }: Manifest): Promise<void> {
  const missing: string[] = []
  for (const { name } of contents) if (!(await media.find(originalKey(name)))) missing.push(name)
  if (missing.length > 0)
    throw new Error(
      [
        `This backup names its pictures and recordings but does not hold them, and ${missing.length} of ${contents.length} are not here:`,
        ...missing.slice(0, 10).map((name) => `  ${name}`),
        'Please put the media folder back first. With --without-media, the database is restored all the same.',
      ].join('\n'),
    )
}

/** Adds each key to `put` before storing the file. */
async function putMedia(
  { manifest, openEntry: open }: Backup,
  media: MediaStore,
  scratch: Scratch,
  put: string[],
): Promise<void> {
  const held = new Map(manifest.entries.map(({ name, bytes }) => [name, bytes]))
  for (const key of manifest.media.contents.flatMap(({ keys }) => keys)) {
    const bytes = held.get(mediaEntryName(key))
    if (bytes === undefined || (await media.find(key))?.size === bytes) continue
    await using file = await scratch.newFile()
    await pipeline(open(mediaEntryName(key)), createWriteStream(file.path))
    put.push(key)
    await media.put(key, { file: file.path })
  }
}
