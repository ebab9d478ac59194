// @module-tag sqlite
// @module-tag only-with-all

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { api, itemTypes } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { openBackup } from '../../src/archive/backup-file.ts'
import { listTablesInUse } from '../../src/archive/copy.ts'
import { findDifferingTables, summariseTable, type TableSummary } from '../../src/archive/rows.ts'
import { readSchema } from '../../src/archive/schema.ts'
import { knownMigrations, migrate, readExecutedMigrations } from '../../src/db/migrate.ts'
import { Client } from '../client.ts'
import { addItem } from '../inventory.ts'
import { createPictureFile } from '../media-files.ts'
import {
  createDataFolder,
  createDemoDataFolder,
  type ServerProcess,
  spawnProgram,
} from '../process.ts'
import { addSampleData } from '../sample-data.ts'
import { expectCheckPasses, queryDatabaseOf } from './check-database.ts'
import { killRounds, killSeed, startKillableServer } from './killable-server.ts'
import { seededRandom } from './seeded-random.ts'

const listNames = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/** Waits until a program has done something, or has exited. */
async function waitUntil({ child }: ServerProcess, isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone()) && child.exitCode === null) await wait(1)
}

async function kill({ child, waitForExit }: ServerProcess): Promise<void> {
  child.kill('SIGKILL')
  await waitForExit()
}

const earlyMigration = '003-journal'

/** Creates a database of an early version, with one row. */
async function createEarlyDatabase() {
  const dataFolder = await createDataFolder()
  await queryDatabaseOf(dataFolder.variables, async (db) => {
    await migrate(db, { upTo: earlyMigration })
    await db.insertInto('journal_tag').values({ name: 'Atelier', name_key: 'atelier' }).execute()
  })
  return dataFolder
}

/** Expects that a killed migration can continue; returns the last migration that it ran. */
async function expectContinuable(variables: Record<string, string>, when: string): Promise<string> {
  const executed = await queryDatabaseOf(variables, async (db) => {
    const names = await readExecutedMigrations(db)
    expect(names, when).toEqual(knownMigrations.slice(0, names.length))
    await migrate(db)
    const tags = await db.selectFrom('journal_tag').select('name').execute()
    expect(tags, when).toEqual([{ name: 'Atelier' }])
    return names
  })
  await expectCheckPasses(variables, when)
  return executed.at(-1) ?? ''
}

test(`continues a migration that was killed, ${killRounds} times`, {
  timeout: 120_000,
}, async () => {
  const seed = killSeed + 1
  const random = seededRandom(seed)
  const reached: string[] = []
  for (let round = 1; round <= killRounds; round++) {
    await using dataFolder = await createEarlyDatabase()
    const backups = join(dataFolder.dataDir, 'backups')
    const migration = spawnProgram('cli.ts', ['migrate'], dataFolder.variables)
    // The command makes a backup first; it is killed at a random moment after that.
    await waitUntil(migration, async () => (await listNames(backups)).length > 0)
    const delayMs = random(0, 350)
    await wait(delayMs)
    await kill(migration)

    const when = `seed ${seed}, round ${round}, killed after ${delayMs} ms`
    reached.push(await expectContinuable(dataFolder.variables, when))
    for (const name of await readdir(backups))
      if (name.endsWith('.tar')) await openBackup(join(backups, name))
  }
  console.info(`seed ${seed}: killed after ${reached.sort()}`)
})

test(`leaves a complete backup or none when killed during a backup, ${killRounds} times`, {
  timeout: 120_000,
}, async () => {
  const seed = killSeed + 2
  const random = seededRandom(seed)
  await using dataFolder = await createDemoDataFolder()
  const server = await startKillableServer(dataFolder.variables)
  const root = await new Client(server.url).signIn('root')
  const itemId = await addItem(root)
  await root.call(api.media.uploadImage, { body: { itemId }, file: await createPictureFile() })
  await server.kill()

  const scratchFolder = join(dataFolder.dataDir, 'tmp')
  const outcomes: string[] = []
  for (let round = 1; round <= killRounds; round++) {
    const fileName = `backup-${round}.tar`
    const file = join(dataFolder.dataDir, fileName)
    const leftovers = (await listNames(scratchFolder)).length
    const backup = spawnProgram('cli.ts', ['backup', '--to', file], dataFolder.variables)
    // Killed at a random moment after it has written the first temporary file.
    await waitUntil(backup, async () => (await listNames(scratchFolder)).length > leftovers)
    await wait(random(0, 250))
    await kill(backup)

    const names = await readdir(dataFolder.dataDir)
    if (names.includes(fileName)) {
      await openBackup(file)
      outcomes.push('complete')
    } else {
      // An unfinished backup has another name, so it cannot be taken for a complete one.
      const isUnfinished = names.some((name) => name.startsWith(fileName))
      outcomes.push(isUnfinished ? 'unfinished' : 'absent')
    }
  }
  console.info(`seed ${seed}: ${outcomes}`)
  await expectCheckPasses(dataFolder.variables, `seed ${seed}`)
  const restarted = await startKillableServer(dataFolder.variables)
  expect(await readdir(scratchFolder)).toEqual([])
  await restarted.kill()
})

type DataFolder = Awaited<ReturnType<typeof createDataFolder>>

const runCommand = async (variables: Record<string, string>, ...args: string[]) =>
  expect(await spawnProgram('cli.ts', args, variables).waitForExit()).toBe(0)

/** Writes a backup of a server with records of every kind. */
async function writeSampleBackup({ dataDir, variables }: DataFolder): Promise<string> {
  const server = await startKillableServer(variables)
  await addSampleData(new Client(server.url))
  await server.kill()
  const file = join(dataDir, 'backup.tar')
  await runCommand(variables, 'backup', '--to', file)
  return file
}

/** Measures how long an undisturbed restore takes, in milliseconds. */
async function measureRestoreMs(file: string): Promise<number> {
  await using dataFolder = await createDataFolder()
  const startedAt = performance.now()
  await runCommand(dataFolder.variables, 'restore', file)
  return performance.now() - startedAt
}

const isInUse = (variables: Record<string, string>): Promise<boolean> =>
  queryDatabaseOf(variables, async (db) => {
    if ((await readExecutedMigrations(db)).length === 0) return false
    return (await listTablesInUse(db)).length > 0
  })

/** Expects the rows of the backup, and that the restore is recorded and announced to harvesters. */
async function expectRestored(variables: Record<string, string>, file: string): Promise<void> {
  const { manifest } = await openBackup(file)
  await queryDatabaseOf(variables, async (db) => {
    const summaries: TableSummary[] = []
    for (const table of await readSchema(db)) summaries.push(await summariseTable(db, table))
    const differing = findDifferingTables(manifest.tables, summaries)
    expect(differing.filter((table) => table !== 'audit_entry')).toEqual(['exchange_change'])

    const announcements = await db
      .selectFrom('exchange_change')
      .select('type')
      .where('item_id', 'is', null)
      .orderBy('type')
      .execute()
    expect(announcements.map(({ type }) => type)).toEqual(itemTypes.toSorted())
  })
}

test('restores completely or not at all when killed during a restore', {
  timeout: 120_000,
}, async () => {
  const seed = killSeed + 3
  const random = seededRandom(seed)
  await using dataFolder = await createDemoDataFolder()
  const file = await writeSampleBackup(dataFolder)
  const undisturbedMs = await measureRestoreMs(file)

  await using target = await createDataFolder()
  let isRestored = false
  let round = 0
  while (!isRestored && round < killRounds) {
    round++
    const restore = spawnProgram('cli.ts', ['restore', file], target.variables)
    // Killed a little later each time, from 0.55 of the usual time to slightly more than all of it.
    const share = 0.55 + (0.5 * round) / killRounds
    await wait(undisturbedMs * share + random(0, 30))
    await kill(restore)
    isRestored = await isInUse(target.variables)
  }
  console.info(`seed ${seed}: ${isRestored ? 'restored' : 'empty'} after ${round} rounds`)
  if (!isRestored) await runCommand(target.variables, 'restore', file)
  await expectCheckPasses(target.variables, `seed ${seed}`)
  await expectRestored(target.variables, file)
})
