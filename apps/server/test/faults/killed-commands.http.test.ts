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
import { createDataFolder, createDemoDataFolder, spawnProgram } from '../process.ts'
import { addSampleData } from '../sample-data.ts'
import { expectCheckPasses, queryDatabaseOf } from './check-database.ts'
import { killRounds, killSeed, startKillableServer } from './killable-server.ts'
import { seededRandom } from './seeded-random.ts'

test(`continues a migration that was killed, ${killRounds} times`, {
  timeout: 120_000,
}, async () => {
  const random = seededRandom(killSeed + 1)
  const reached: string[] = []
  for (let round = 1; round <= killRounds; round++) {
    await using old = await createDataFolder()
    await queryDatabaseOf(old.variables, async (db) => {
      await migrate(db, { upTo: '003-journal' })
      await db.insertInto('journal_tag').values({ name: 'Atelier', name_key: 'atelier' }).execute()
    })
    const update = spawnProgram('cli.ts', ['migrate'], old.variables)
    const backups = join(old.dataDir, 'backups')
    // The command makes a backup first; it is killed at a random moment after that.
    while ((await readdir(backups).catch(() => [])).length === 0 && update.child.exitCode === null)
      await wait(1)
    const delay = random(0, 350)
    await wait(delay)
    update.child.kill('SIGKILL')
    await update.waitForExit()

    const when = `seed ${killSeed + 1}, round ${round}, killed after ${delay} ms`
    await queryDatabaseOf(old.variables, async (db) => {
      const executed = await readExecutedMigrations(db)
      expect(executed, when).toEqual(knownMigrations.slice(0, executed.length))
      reached.push(executed.at(-1) ?? '')
      await migrate(db)
      expect(await db.selectFrom('journal_tag').select('name').execute(), when).toEqual([
        { name: 'Atelier' },
      ])
    })
    await expectCheckPasses(old.variables, when)
    for (const name of await readdir(backups))
      if (name.endsWith('.tar')) await openBackup(join(backups, name))
  }
  console.info(`seed ${killSeed + 1}: killed after ${reached.sort()}`)
})

test(`leaves a complete backup or none when killed during a backup, ${killRounds} times`, {
  timeout: 120_000,
}, async () => {
  const random = seededRandom(killSeed + 2)
  await using dataFolder = await createDemoDataFolder()
  const server = await startKillableServer(dataFolder.variables)
  const root = await new Client(server.url).signIn('root')
  const itemId = await addItem(root)
  await root.call(api.media.uploadImage, { body: { itemId }, file: await createPictureFile() })
  await server.kill()

  const outcomes: string[] = []
  for (let round = 1; round <= killRounds; round++) {
    const file = join(dataFolder.dataDir, `backup-${round}.tar`)
    const backup = spawnProgram('cli.ts', ['backup', '--to', file], dataFolder.variables)
    const temporary = async () =>
      (await readdir(join(dataFolder.dataDir, 'tmp')).catch(() => [])).length
    const before = await temporary()
    while ((await temporary()) <= before && backup.child.exitCode === null) await wait(1)
    const delay = random(0, 250)
    await wait(delay)
    backup.child.kill('SIGKILL')
    await backup.waitForExit()
    const names = (await readdir(dataFolder.dataDir)).filter((name) =>
      name.startsWith(`backup-${round}.tar`),
    )
    const isComplete = names.includes(`backup-${round}.tar`)
    if (isComplete) await openBackup(file)
    if (isComplete) outcomes.push('complete')
    else outcomes.push(names.length > 0 ? 'unfinished' : 'absent')
  }
  console.info(`seed ${killSeed + 2}: ${outcomes}`)
  await expectCheckPasses(dataFolder.variables, `seed ${killSeed + 2}`)
  const restarted = await startKillableServer(dataFolder.variables)
  expect(await readdir(join(dataFolder.dataDir, 'tmp'))).toEqual([])
  await restarted.kill()
})

test('restores completely or not at all when killed during a restore', {
  timeout: 120_000,
}, async () => {
  const random = seededRandom(killSeed + 3)
  await using dataFolder = await createDemoDataFolder()
  const server = await startKillableServer(dataFolder.variables)
  await addSampleData(new Client(server.url))
  await server.kill()
  const file = join(dataFolder.dataDir, 'backup.tar')
  expect(
    await spawnProgram('cli.ts', ['backup', '--to', file], dataFolder.variables).waitForExit(),
  ).toBe(0)
  const { manifest } = await openBackup(file)
  await using elsewhere = await createDataFolder()
  const startedAt = performance.now()
  expect(await spawnProgram('cli.ts', ['restore', file], elsewhere.variables).waitForExit()).toBe(0)
  const usualMs = performance.now() - startedAt

  await using target = await createDataFolder()
  const outcomes: string[] = []
  for (let round = 1; round <= killRounds; round++) {
    const restore = spawnProgram('cli.ts', ['restore', file], target.variables)
    // Killed a little later each time, so that one round hits the middle.
    await wait(usualMs * (0.55 + (0.5 * round) / killRounds) + random(0, 30))
    restore.child.kill('SIGKILL')
    await restore.waitForExit()
    const inUse = await queryDatabaseOf(target.variables, async (db) =>
      (await readExecutedMigrations(db)).length > 0 ? listTablesInUse(db) : [],
    )
    outcomes.push(inUse.length > 0 ? 'all' : 'nothing')
    if (inUse.length > 0) break
  }
  console.info(`seed ${killSeed + 3}: ${outcomes}`)
  if (!outcomes.includes('all'))
    expect(await spawnProgram('cli.ts', ['restore', file], target.variables).waitForExit()).toBe(0)
  await expectCheckPasses(target.variables, `seed ${killSeed + 3}`)
  const restoredSummaries = await queryDatabaseOf(target.variables, async (db) => {
    const summaries: TableSummary[] = []
    for (const table of await readSchema(db)) summaries.push(await summariseTable(db, table))
    return summaries
  })
  // A restore is recorded in the audit log and announced to harvesters.
  expect(
    findDifferingTables(manifest.tables, restoredSummaries).filter(
      (table) => table !== 'audit_entry',
    ),
  ).toEqual(['exchange_change'])
  const changes = await queryDatabaseOf(target.variables, (db) =>
    db
      .selectFrom('exchange_change')
      .select('type')
      .where('item_id', 'is', null)
      .orderBy('type')
      .execute(),
  )
  expect(changes.map(({ type }) => type)).toEqual(itemTypes.toSorted())
})
