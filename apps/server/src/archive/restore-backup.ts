import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { MediaStore } from '../adapters/media/media-store.ts'
import type { Context } from '../context.ts'
import {
  knownMigrations,
  migrate,
  readExecutedMigrations,
  toSchemaNumber,
  versionAndSchema,
} from '../db/migrate.ts'
import type { Db } from '../db/tables.ts'
import { getOriginalKey } from '../features/media/index.ts'
import { announceAllRecords } from '../projections/index.ts'
import { type Backup, type Manifest, mediaEntryName, openBackup } from './backup-file.ts'
import { fillDatabase, isCopiedTable, listTablesInUse } from './copy.ts'
import { findDifferingTables } from './rows.ts'
import { readSchema } from './schema.ts'

interface Parts extends Pick<Context, 'db' | 'media' | 'scratch'> {
  /** Restores the database even if pictures or recordings are missing. */
  readonly withoutMedia: boolean
}

/**
 * Opens a backup and verifies all of it: besides the files' checksums, those of the unpacked tables,
 * and that this version of Vitrine knows its schema.
 */
export async function openVerifiedBackup(file: string): Promise<Backup> {
  const backup = await openBackup(file)
  getKnownVersion(backup.manifest)
  const damagedTables = await backup.findDamagedTables()
  if (damagedTables.length > 0)
    throw new Error(
      `The backup does not fit its own manifest, in: ${damagedTables}. Nothing was changed.`,
    )
  return backup
}

/**
 * Restores a backup into an empty database and media store. The rows are written in one
 * transaction, after their files; on a failure the files are removed again.
 */
export async function restoreBackup(
  backup: Backup,
  { db, media, scratch, withoutMedia }: Parts,
): Promise<void> {
  const { manifest } = backup
  const version = getKnownVersion(manifest)
  await assertEmpty(db, version)

  const storedKeys: string[] = []
  try {
    if (manifest.media.included) {
      await assertNoOtherMedia(media, manifest)
      await storeMedia(backup, { media, scratch, storedKeys })
    } else if (!withoutMedia) {
      await assertMediaPresent(media, manifest)
    }
    await restoreRows(backup, db, version)
  } catch (error) {
    for (const key of storedKeys) await media.remove(key)
    throw error
  }
}

async function restoreRows({ manifest, readRows }: Backup, db: Db, version: string): Promise<void> {
  await migrate(db, { upTo: version })
  const tables = (await readSchema(db)).filter(isCopiedTable)
  // Backups of early versions have none until they are migrated.
  const hasExchangeLog = tables.some(({ name }) => name === 'exchange_change')
  await db.transaction().execute(async (tx) => {
    const restored = await fillDatabase(tx, tables, {
      readRows: ({ name }) => readRows(name),
      readLastId: async ({ name }) =>
        manifest.tables.find(({ table }) => table === name)?.lastId ?? null,
    })
    const differing = findDifferingTables(
      manifest.tables.filter(({ table }) => isCopiedTable({ name: table })),
      restored,
    )
    if (differing.length > 0)
      throw new Error(
        `The backup does not fit its own manifest, in: ${differing}. Nothing was changed.`,
      )
    // Harvesters may have fetched changes that are newer than the backup.
    if (hasExchangeLog) await announceAllRecords(tx, new Date())
  })
  await migrate(db)
  if (!hasExchangeLog) await announceAllRecords(db, new Date())
}

/** Returns the newest migration of a backup, and throws unless this Vitrine knows all of them. */
function getKnownVersion({ migrations, madeBy }: Manifest): string {
  if (migrations.some((name, index) => knownMigrations[index] !== name))
    throw new Error(
      `The backup was made by ${madeBy} (schema ${toSchemaNumber(migrations)}). This is ${versionAndSchema}: please install ${madeBy} or newer.`,
    )
  return migrations.at(-1) ?? ''
}

async function assertEmpty(db: Db, version: string): Promise<void> {
  const databaseVersion = (await readExecutedMigrations(db)).at(-1)
  if (databaseVersion === undefined) return
  const tablesInUse = await listTablesInUse(db)
  if (tablesInUse.length > 0)
    throw new Error(
      `The database is not empty (${tablesInUse.join(', ')}). A backup is only restored where nothing can be lost: please choose a new database, or move this one away.`,
    )
  if (databaseVersion !== version)
    throw new Error(
      `The database is empty, but made for ${databaseVersion}, and the backup is of ${version}: please choose a new database, or remove this one.`,
    )
}

async function assertNoOtherMedia(
  media: MediaStore,
  { media: { contents } }: Manifest,
): Promise<void> {
  const knownKeys = new Set(contents.flatMap(({ keys }) => keys))
  for await (const { key } of media.list()) {
    if (key && !knownKeys.has(key))
      throw new Error(
        `There are pictures or recordings already that are not in the backup (${key}): please choose another place for media, or move them away.`,
      )
  }
}

const maxListedNames = 10

async function assertMediaPresent(
  media: MediaStore,
  { media: { contents } }: Manifest,
): Promise<void> {
  const missing: string[] = []
  for (const { name } of contents) {
    const original = await media.find(getOriginalKey(name))
    if (!original) missing.push(name)
  }
  if (missing.length > 0)
    throw new Error(
      [
        `This backup names its pictures and recordings but does not hold them, and ${missing.length} of ${contents.length} are not here:`,
        ...missing.slice(0, maxListedNames).map((name) => `  ${name}`),
        'Please put the media folder back first. With --without-media, the database is restored anyway.',
      ].join('\n'),
    )
}

interface MediaTarget extends Pick<Parts, 'media' | 'scratch'> {
  /** Keys of stored files, which are removed again if the restore fails. */
  readonly storedKeys: string[]
}

/** Stores missing files, adding each key before its file, because a failed file is removed too. */
async function storeMedia(
  { manifest, openEntry }: Backup,
  { media, scratch, storedKeys }: MediaTarget,
): Promise<void> {
  const bytesByName = new Map(manifest.entries.map(({ name, bytes }) => [name, bytes]))
  for (const key of manifest.media.contents.flatMap(({ keys }) => keys)) {
    // A file that did not exist is not in the backup, such as a size that was not rendered yet.
    const bytes = bytesByName.get(mediaEntryName(key))
    if (bytes === undefined) continue
    const existing = await media.find(key)
    if (existing?.size === bytes) continue

    await using file = await scratch.newFile()
    await pipeline(openEntry(mediaEntryName(key)), createWriteStream(file.path))
    storedKeys.push(key)
    await media.put(key, { file: file.path })
  }
}
