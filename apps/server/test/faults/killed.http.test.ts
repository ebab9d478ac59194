import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { tablesInUse } from '../../src/archive/fill.ts'
import { openBackup } from '../../src/archive/read-backup.ts'
import { readSchema } from '../../src/archive/schema.ts'
import { differences, sumOf, type TableSum } from '../../src/archive/sums.ts'
import { executedMigrations, knownMigrations, migrate } from '../../src/db/migrate.ts'
import { Client } from '../client.ts'
import { addItem } from '../inventory.ts'
import { liveIn } from '../lived-in.ts'
import { drawing, pictureFile } from '../media-files.ts'
import { place, run } from '../process.ts'
import { chance } from './chance.ts'
import { expectWhole, inDatabase } from './whole.ts'

const rounds = 10
const seed = 20_261_115

type Place = Awaited<ReturnType<typeof place>>

async function start({ variables }: Place) {
  const server = run('main.ts', [], variables)
  const [, url = ''] = await server.wrote(/serves at (\S+)/)
  return {
    url,
    async kill() {
      server.child.kill('SIGKILL')
      await server.exit()
    },
  }
}

/** What the server said yes to. What it could not answer any more may be there or not, but never by half. */
interface Promised {
  readonly comments: string[]
  readonly imports: string[]
  pictures: number
}

const importSize = 400

/** Works until the server is gone. */
async function workOn(client: Client, itemId: number, promised: Promised, round: number): Promise<void> {
  const untilGone = async (act: (count: number) => Promise<unknown>) => {
    for (let count = 0; ; count++) {
      try {
        await act(count)
      } catch (error) {
        // The connection broke: that is the kill. An answer that refuses would be a mistake.
        if (error instanceof TypeError) return
        throw error
      }
    }
  }
  await Promise.all([
    untilGone(async (count) => {
      const comment = `round ${round}, comment ${count}`
      await client.call(api.comments.add, { body: { itemId, comment } })
      promised.comments.push(comment)
    }),
    untilGone(async (count) => {
      const name = `IMPORT-${round}-${count}`
      const data = Array.from({ length: importSize }, (_, index) => ({ identifier: `${name}-${index}`, artist: name }))
      await client.call(api.imports.uploadArt, { body: { data } })
      promised.imports.push(name)
    }),
    untilGone(async (count) => {
      const width = 20 + round * 20 + (count % 20)
      const file = await pictureFile(drawing({ width }).jpeg(), `${round}-${count}.jpg`)
      await client.call(api.media.uploadImage, { body: { itemId }, file })
      promised.pictures++
    }),
  ])
}

async function expectKept(client: Client, itemId: number, promised: Promised): Promise<void> {
  const comments = await client.call(api.comments.ofItem, { params: { id: itemId } })
  expect(comments.map(({ comment }) => comment)).toEqual(expect.arrayContaining(promised.comments))

  const artists = (await client.call(api.inventory.art)).filter(({ artist }) => artist.startsWith('IMPORT-'))
  const imported = Map.groupBy(artists, ({ artist }) => artist)
  expect([...imported.keys()]).toEqual(expect.arrayContaining(promised.imports))
  expect(new Set([...imported.values()].map(({ length }) => length))).toEqual(
    new Set(imported.size > 0 ? [importSize] : []),
  )
  const { picture } = await client.call(api.inventory.details, { params: { id: itemId } })
  if (promised.pictures > 0) expect(picture).not.toBeNull()
  expect((await client.fetch(`/api/image/${itemId}`)).status).toBe(picture ? 200 : 404)
}

test(`killed ${rounds} times while people write, import and upload, it keeps every word it gave`, {
  timeout: 180_000,
}, async () => {
  const random = chance(seed)
  await using here = await place()
  const first = await start(here)
  const { token } = await new Client(first.url).signIn('root')
  const itemId = await addItem(new Client(first.url, { token }))
  await first.kill()

  const promised: Promised = { comments: [], imports: [], pictures: 0 }
  for (let round = 1; round <= rounds; round++) {
    const server = await start(here)
    // The session is one of the things to keep.
    const client = new Client(server.url, { token })
    await expectKept(client, itemId, promised)
    const delay = random(50, 1300)
    const work = workOn(client, itemId, promised, round)
    await wait(delay)
    await server.kill()
    await work
    await expectWhole(here.variables, `seed ${seed}, round ${round}, killed after ${delay} ms`)
  }
  const last = await start(here)
  await expectKept(new Client(last.url, { token }), itemId, promised)
  await last.kill()
  console.info(
    `seed ${seed}: ${promised.comments.length} comments, ${promised.imports.length} imports, ${promised.pictures} pictures kept`,
  )
  expect(promised.comments.length).toBeGreaterThan(0)
})

test(`killed ${rounds} times while it updates the database, it goes on from where it was`, {
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
    // It backs up first: from there on chance decides.
    while ((await readdir(backups).catch(() => [])).length === 0 && update.child.exitCode === null) await wait(1)
    const delay = random(0, 150)
    await wait(delay)
    update.child.kill('SIGKILL')
    await update.exit()

    const when = `seed ${seed + 1}, round ${round}, killed after ${delay} ms`
    await inDatabase(old.variables, async (db) => {
      const executed = await executedMigrations(db)
      expect(executed, when).toEqual(knownMigrations.slice(0, executed.length))
      reached.push(executed.at(-1) ?? '')
      await migrate(db)
      expect(await db.selectFrom('journal_tag').select('name').execute(), when).toEqual([{ name: 'Atelier' }])
    })
    await expectWhole(old.variables, when)
    for (const name of await readdir(backups)) if (name.endsWith('.tar')) await openBackup(join(backups, name))
  }
  console.info(`seed ${seed + 1}: killed after ${reached.sort()}`)
})

test(`killed ${rounds} times while it backs up, a backup is whole or not there`, { timeout: 120_000 }, async () => {
  const random = chance(seed + 2)
  await using here = await place()
  const server = await start(here)
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
    const names = (await readdir(here.dataDir)).filter((name) => name.startsWith(`backup-${round}.tar`))
    const there = names.includes(`backup-${round}.tar`)
    if (there) await openBackup(file)
    outcomes.push(there ? 'whole' : names.length > 0 ? 'unfinished' : 'nothing')
  }
  console.info(`seed ${seed + 2}: ${outcomes}`)
  await expectWhole(here.variables, `seed ${seed + 2}`)
  const again = await start(here)
  expect(await readdir(join(here.dataDir, 'tmp'))).toEqual([])
  await again.kill()
})

test('killed in the middle of a restore, nothing is half there, and it can be repeated', {
  timeout: 120_000,
}, async () => {
  const random = chance(seed + 3)
  await using here = await place()
  const server = await start(here)
  await liveIn(new Client(server.url))
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
    await wait(usual * (0.55 + 0.05 * round) + random(0, 30))
    restore.child.kill('SIGKILL')
    await restore.exit()
    const inUse = await inDatabase(there.variables, async (db) =>
      (await executedMigrations(db)).length > 0 ? tablesInUse(db) : [],
    )
    outcomes.push(inUse.length > 0 ? 'all' : 'nothing')
    if (inUse.length > 0) break
  }
  console.info(`seed ${seed + 3}: ${outcomes}`)
  if (!outcomes.includes('all')) expect(await run('cli.ts', ['restore', file], there.variables).exit()).toBe(0)
  await expectWhole(there.variables, `seed ${seed + 3}`)
  const sums = await inDatabase(there.variables, async (db) => {
    const kept: TableSum[] = []
    for (const table of await readSchema(db)) kept.push(await sumOf(db, table))
    return kept
  })
  // The audit log knows of the restore.
  expect(differences(manifest.tables, sums).filter((table) => table !== 'audit_entry')).toEqual([])
})
