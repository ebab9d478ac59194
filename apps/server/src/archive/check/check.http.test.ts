import { appendFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { liveIn } from '../../../test/lived-in.ts'
import { loseThreePictures } from '../../../test/lost-pictures.ts'
import { run } from '../../../test/process.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openMedia } from '../../adapters/media/open-media.ts'
import { isPostgres } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import { checkEverything } from './check.ts'

async function findings({ config, clock, inDatabase }: TestServer) {
  const media = await openMedia(config.media)
  return inDatabase((db) => checkEverything({ db, media, backups: config.backups, clock }))
}

/** Does what no server ever does: the database's own guards are off. */
const unguarded = (server: TestServer, damage: (db: Db) => Promise<unknown>) =>
  server.inDatabase((db) =>
    db.connection().execute(async (one) => {
      await (isPostgres(db) ? sql`set session_replication_role = replica` : sql`pragma foreign_keys = off`).execute(one)
      await damage(one)
    }),
  )

async function vitrineCheck({ config, dataDir }: TestServer) {
  const { database } = config
  const cli = run('cli.ts', ['check'], {
    DATA_DIR: dataDir,
    ...(database.kind === 'postgres' && { DATABASE_URL: database.url }),
  })
  return { code: await cli.exit(), text: cli.output() }
}

test('a place that people have lived in is whole, and each damage to it is told', { timeout: 60_000 }, async () => {
  await using server = await startTestServer()
  const { itemId } = await liveIn(server)
  expect(await vitrineCheck(server)).toEqual({
    code: 0,
    text: expect.stringMatching(/2 pictures and recordings, 11 files.*Everything is as it should be/s),
  })

  const folder = join(server.dataDir, 'media')
  const originals = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('/original')).sort()
  const [one = '', other = ''] = originals
  await rm(join(folder, one))
  await appendFile(join(folder, other), 'x')
  await appendFile(join(folder, other.replace('original', 'stranger')), 'x')
  await server.inDatabase((db) => db.updateTable('item').set({ name: 'x' }).where('id', '=', itemId).execute())
  await server.inDatabase((db) => db.deleteFrom('item_tag').where('item_id', '=', 1).execute())
  await server.inDatabase((db) => db.deleteFrom('revision').where('name', '=', 'car').execute())
  await server.inDatabase((db) => db.updateTable('chore').set({ day: '2020-01-01', problem: 'no space' }).execute())

  const { problems, notes } = await findings(server)
  const short = (name: string) => name.slice(3)
  expect(problems).toEqual([
    'The list of car has no revision: it can’t be shown.',
    'Item 1 is not as its last change left it.',
    `Item ${itemId} is not as its last change left it.`,
    ...[`The file ${short(one)} is missing.`, `The file ${short(other)} is damaged.`].map((start) =>
      expect.stringContaining(start),
    ),
    'The daily backup of 2020-01-01 failed: no space',
    expect.stringMatching(/The last daily backup is \d+ days old/),
  ])
  expect(notes).toContainEqual(expect.stringContaining('1 files belong to nothing'))
  expect(await vitrineCheck(server)).toEqual({ code: 1, text: expect.stringContaining('7 problems:') })

  await server.inDatabase(loseThreePictures)
  const { code, text } = await vitrineCheck(server)
  expect({ code, missing: text.match(/is missing/g)?.length }).toEqual({ code: 1, missing: 20 })
  expect(text).toMatch(/37 problems:.*\n {2}and 11 more\n.*is damaged/s)

  await unguarded(server, (db) => db.deleteFrom('item').where('id', '=', itemId).execute())
  await unguarded(server, (db) =>
    isPostgres(db)
      ? sql`alter table journal_tag alter column id restart with 1`.execute(db)
      : sql`delete from sqlite_sequence where name = 'journal_tag'`.execute(db),
  )
  expect((await findings(server)).problems).toEqual([
    expect.stringMatching(/The numbers of journal_tag have come to \d+, but the database counts on from 0/),
    '2 rows of item_comment refer by item_id to rows of item that do not exist.',
    '3 rows of item_tag refer by item_id to rows of item that do not exist.',
  ])
})
