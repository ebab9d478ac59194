// @module-tag sqlite
// @module-tag only-with-all

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { api, itemTypes } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { openBackup } from '../../src/archive/backup-file.ts'
import { tablesInUse } from '../../src/archive/copy.ts'
import { differences, sumOf, type TableSum } from '../../src/archive/rows.ts'
import { readSchema } from '../../src/archive/schema.ts'
import { executedMigrations, knownMigrations, migrate } from '../../src/db/migrate.ts'
import { Client } from '../client.ts'
import { addItem } from '../inventory.ts'
import { pictureFile } from '../media-files.ts'
import { demoPlace, place, run } from '../process.ts'
import { addSampleData } from '../sample-data.ts'
import { chance } from './chance.ts'
import { rounds, seed, startKillable } from './killable.ts'
import { expectWhole, inDatabase } from './whole.ts'

test(`killed ${rounds} times during a migration, it goes on from where it was`, {
  timeout: 120_000,
}, async () => {
  const random = chance(seed + 1)
  const reached: string[] = []
  for (let round = 1; round <= rounds; round++) {
    await using old = await place()
    await inDatabase(old.variables, async (db) => {
      await migrate(db, { upTo: '003-journal' })
      await db.insertInto('journal_tag').values({ name: 'Atelier', name_key: 'atelier' }).execute()
    })
    const update = run('cli.ts', ['migrate'], old.variables)
    const backups = join(old.dataDir, 'backups')
    // It backs up first: the kill comes at a random moment after that.
    while ((await readdir(backups).catch(() => [])).length === 0 && update.child.exitCode === null)
      await wait(1)
    const delay = random(0, 350)
    await wait(delay)
    update.child.kill('SIGKILL')
    await update.exit()

    const when = `seed ${seed + 1}, round ${round}, killed after ${delay} ms`
    await inDatabase(old.variables, async (db) => {
      const executed = await executedMigrations(db)
      expect(executed, when).toEqual(knownMigrations.slice(0, executed.length))
      reached.push(executed.at(-1) ?? '')
      await migrate(db)
      expect(await db.selectFrom('journal_tag').select('name').execute(), when).toEqual([
        { name: 'Atelier' },
      ])
    })
    await expectWhole(old.variables, when)
    for (const name of await readdir(backups))
      if (name.endsWith('.tar')) await openBackup(join(backups, name))
  }
  console.info(`seed ${seed + 1}: killed after ${reached.sort()}`)
})

test(`killed ${rounds} times during a backup, a backup is complete or absent`, {
  timeout: 120_000,
}, async () => {
  const random = chance(seed + 2)
  await using here = await demoPlace()
  const server = await startKillable(here.variables)
  const root = await new Client(server.url).signIn('root')
  const itemId = await addItem(root)
  await root.call(api.media.uploadImage, { body: { itemId }, file: await pictureFile() })
  await server.kill()

  const outcomes: string[] = []
  for (let round = 1; round <= rounds; round++) {
    const file = join(here.dataDir, `backup-${round}.tar`)
    const backup = run('cli.ts', ['backup', '--to', file], here.variables)
    const temporary = async () => (await readdir(join(here.dataDir, 'tmp')).catch(() => [])).length
    const before = await temporary()
    while ((await temporary()) <= before && backup.child.exitCode === null) await wait(1)
    const delay = random(0, 250)
    await wait(delay)
    backup.child.kill('SIGKILL')
    await backup.exit()
    const names = (await readdir(here.dataDir)).filter((name) =>
      name.startsWith(`backup-${round}.tar`),
    )
    const there = names.includes(`backup-${round}.tar`)
    if (there) await openBackup(file)
    outcomes.push(there ? 'whole' : names.length > 0 ? 'unfinished' : 'nothing')
  }
  console.info(`seed ${seed + 2}: ${outcomes}`)
  await expectWhole(here.variables, `seed ${seed + 2}`)
  const again = await startKillable(here.variables)
  expect(await readdir(join(here.dataDir, 'tmp'))).toEqual([])
  await again.kill()
})

test('killed in the middle of a restore, nothing is half there, and it can be repeated', {
  timeout: 120_000,
}, async () => {
  const random = chance(seed + 3)
  await using here = await demoPlace()
  const server = await startKillable(here.variables)
  await addSampleData(new Client(server.url))
  await server.kill()
  const file = join(here.dataDir, 'backup.tar')
  expect(await run('cli.ts', ['backup', '--to', file], here.variables).exit()).toBe(0)
  const { manifest } = await openBackup(file)
  await using elsewhere = await place()
  const began = performance.now()
  expect(await run('cli.ts', ['restore', file], elsewhere.variables).exit()).toBe(0)
  const usual = performance.now() - began

  await using there = await place()
  const outcomes: string[] = []
  for (let round = 1; round <= rounds; round++) {
    const restore = run('cli.ts', ['restore', file], there.variables)
    // A little further each time, so that one of them is in the middle.
    await wait(usual * (0.55 + (0.5 * round) / rounds) + random(0, 30))
    restore.child.kill('SIGKILL')
    await restore.exit()
    const inUse = await inDatabase(there.variables, async (db) =>
      (await executedMigrations(db)).length > 0 ? tablesInUse(db) : [],
    )
    outcomes.push(inUse.length > 0 ? 'all' : 'nothing')
    if (inUse.length > 0) break
  }
  console.info(`seed ${seed + 3}: ${outcomes}`)
  if (!outcomes.includes('all'))
    expect(await run('cli.ts', ['restore', file], there.variables).exit()).toBe(0)
  await expectWhole(there.variables, `seed ${seed + 3}`)
  const sums = await inDatabase(there.variables, async (db) => {
    const kept: TableSum[] = []
    for (const table of await readSchema(db)) kept.push(await sumOf(db, table))
    return kept
  })
  // The audit log records a finished restore; harvesters get every change, however it ended.
  expect(differences(manifest.tables, sums).filter((table) => table !== 'audit_entry')).toEqual([
    'exchange_change',
  ])
  const changes = await inDatabase(there.variables, (db) =>
    db
      .selectFrom('exchange_change')
      .select('type')
      .where('item_id', 'is', null)
      .orderBy('type')
      .execute(),
  )
  expect(changes.map(({ type }) => type)).toEqual(itemTypes.toSorted())
})
