// @module-tag postgres

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { Client } from '../../test/client.ts'
import { queryDatabaseOf } from '../../test/faults/check-database.ts'
import { addItem } from '../../test/inventory.ts'
import { createDataFolder } from '../../test/process.ts'
import { openScratch } from '../adapters/files/files.ts'
import { openMediaStore } from '../adapters/media/open-media.ts'
import { systemClock } from '../base/clock.ts'
import { readConfig } from '../config/config.ts'
import { knownMigrations, migrate } from '../db/migrate.ts'
import { startServer } from '../runtime/start.ts'
import { type Backup, openBackup } from './backup-file.ts'
import { checkEverything } from './check.ts'
import { fillDatabase } from './copy.ts'
import { restoreBackup } from './restore-backup.ts'
import { type Row, readRows } from './rows.ts'
import { readSchema, type Table } from './schema.ts'

type Variables = Record<string, string>

/** Backups of servers that ran earlier versions, named by the newest migration of each. */
const earlierBackupsFolder = fileURLToPath(new URL('../../test/earlier', import.meta.url))
const openEarlierBackup = (version: string) =>
  openBackup(join(earlierBackupsFolder, `${version}.tar`))
const earlierVersions = (await readdir(earlierBackupsFolder)).map((file) =>
  file.replace('.tar', ''),
)

test.for(earlierVersions)(
  'starts with the database of %s without losing a row or a picture',
  async (version) => {
    await using dataFolder = await createDataFolder()
    const backup = await openEarlierBackup(version)
    await createEarlierDatabase(dataFolder.variables, version, backup)
    await storeMedia(backup, dataFolder.variables)

    const server = await startServer(readConfig({ ...dataFolder.variables, LOG_LEVEL: 'silent' }))
    // Signs in with a password, because the stored hashes must still be accepted.
    const root = await new Client(server.localUrl).signIn('root')
    const cars = await root.call(api.inventory.cars)
    expect(cars.find(({ identifier }) => identifier === 'ALT-1')).toMatchObject({
      name: 'Alpine A110 «Berlinette»',
      year: '1971',
    })
    if (backup.manifest.media.included) await expectPictures(root)
    const highestId = Math.max(...cars.map(({ id }) => id))
    expect(await addItem(root)).toBeGreaterThan(highestId)
    await server.close()

    expect(await listLostRows(backup, dataFolder.variables)).toEqual([])
    const backupsFolder = join(dataFolder.dataDir, 'backups')
    const [backupBefore = ''] = await readdir(backupsFolder)
    expect(backupBefore).toMatch(/^before-/)
    const { manifest } = await openBackup(join(backupsFolder, backupBefore))
    expect(manifest.tables).toEqual(backup.manifest.tables)
  },
)

// The backups that contain media, from before the size `medium` existed and after.
test.for(['008-kept-answers', '024-exchange'])(
  'restores a backup of %s without a problem, after rendering the size that it lacks',
  async (version) => {
    await using dataFolder = await createDataFolder()
    const config = readConfig({ ...dataFolder.variables, LOG_LEVEL: 'silent' })
    const backup = await openEarlierBackup(version)
    await storeMedia(backup, dataFolder.variables)
    await restoreRows(backup, dataFolder.variables)

    const server = await startServer(config, { hasJobTimer: false })
    await server.runDueJobs()
    await server.close()

    const media = await openMediaStore(config.media)
    const { problems } = await queryDatabaseOf(dataFolder.variables, (db) =>
      checkEverything({ db, media, backups: config.backups, clock: systemClock }),
    )
    expect(problems).toEqual([])
  },
)

/** Creates a database as an earlier version left it. */
async function createEarlierDatabase(
  variables: Variables,
  version: string,
  backup: Backup,
): Promise<void> {
  // A database of the newest version would not be backed up, as nothing is left to migrate.
  expect(version).not.toBe(knownMigrations.at(-1))
  await queryDatabaseOf(variables, async (db) => {
    await migrate(db, { upTo: version })
    const tables = await readSchema(db)
    await db.transaction().execute((tx) =>
      fillDatabase(tx, tables, {
        readRows: ({ name }) => backup.readRows(name),
        readLastId: async ({ name }) =>
          backup.manifest.tables.find(({ table }) => table === name)?.lastId ?? null,
      }),
    )
  })
}

/** Stores the media files of a backup without the size `medium`, which did not exist at first. */
async function storeMedia({ manifest, openEntry }: Backup, variables: Variables): Promise<void> {
  const media = await openMediaStore(readConfig(variables).media)
  const entryNames = manifest.entries
    .map(({ name }) => name)
    .filter((name) => name.startsWith('media/') && !name.includes('/medium.'))
  for (const name of entryNames)
    await media.put(name.slice('media/'.length), await buffer(openEntry(name)))
}

async function expectPictures(root: Client): Promise<void> {
  const artworks = await root.call(api.inventory.art)
  const painting = artworks.find(({ name }) => name.startsWith('L’été'))
  for (const size of ['thumbnail', 'medium'])
    expect((await root.fetch(`/api/image/${size}/${painting?.id}`)).status).toBe(200)
}

/** Restores only the rows, because `storeMedia` has stored the files. */
async function restoreRows(backup: Backup, variables: Variables): Promise<void> {
  const noMedia = { included: false, contents: [], missing: [], damaged: [] }
  const media = await openMediaStore(readConfig(variables).media)
  await queryDatabaseOf(variables, async (db) => {
    const scratch = await openScratch(join(variables.DATA_DIR ?? '', 'tmp'))
    await restoreBackup(
      { ...backup, manifest: { ...backup.manifest, media: noMedia } },
      { db, media, scratch, withoutMedia: true },
    )
  })
}

/** Tables that a start or a sign-in changes; those of the search index are derived. */
const volatileTables = new Set([
  'session',
  'failed_attempt',
  'guide_day',
  'known_browser',
  'revision',
  'counter',
  'program_version',
  'search_entry',
  'search_version',
])

/** Lists the rows of a backup that are missing from the database or have other values there. */
async function listLostRows(backup: Backup, variables: Variables): Promise<string[]> {
  return queryDatabaseOf(variables, async (db) => {
    const lostRows: string[] = []
    for (const table of await readSchema(db)) {
      if (volatileTables.has(table.name)) continue
      const backupRows = await collectBackupRows(backup, table)
      const columns = Object.keys(backupRows[0] ?? {}).filter((name) => isComparable(table, name))
      const formatRow = (row: Row) =>
        `${table.name} ${JSON.stringify(columns.map((name) => row[name]))}`

      const currentRows = (await Array.fromAsync(readRows(db, table))).flat()
      const currentValues = new Set(currentRows.map(formatRow))
      lostRows.push(...backupRows.map(formatRow).filter((row) => !currentValues.has(row)))
    }
    return lostRows
  })
}

/** Collects rows, except locations, which became places (see migrated-rows.http.test.ts). */
async function collectBackupRows(backup: Backup, { name }: Table): Promise<Row[]> {
  if (!backup.manifest.tables.some(({ table }) => table === name)) return []
  const rows = (await Array.fromAsync(backup.readRows(name))).flat()
  return rows.filter(({ tag_key }) => tag_key !== 'location')
}

/**
 * Whether a column keeps its values: migrations drop columns, correct labels and keep locations
 * from visitors, and the test signs in.
 */
function isComparable({ name, columns }: Table, column: string): boolean {
  if (name === 'tag_definition' && ['labels', 'audience'].includes(column)) return false
  if (name === 'user_account' && column === 'last_sign_in_at') return false
  return columns.some((existing) => existing.name === column)
}
