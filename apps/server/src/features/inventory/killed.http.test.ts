import { statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@vitrine/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Client } from '../../../test/client.ts'
import { dump } from '../../../test/dump.ts'
import { expectWhole, inDatabase } from '../../../test/faults/whole.ts'
import { demoPlace, run } from '../../../test/process.ts'
import { readConfig } from '../../config/config.ts'
import { importStore } from './store-imports.ts'

// @module-tag sqlite
// @module-tag only-with-all

type Variables = Record<string, string>

const data = Array.from({ length: 4_000 }, (_, index) => ({
  identifier: `KILLED-${index}`,
  description: 'Huile sur toile, signée en bas à droite. '.repeat(4),
  artist: `Artist ${index % 300}`,
  year: String(1700 + (index % 320)),
}))

async function start(variables: Variables) {
  const server = run('main.ts', [], variables)
  const [, url = ''] = await server.wrote(/serves at (\S+)/)
  const kill = async () => {
    server.child.kill('SIGKILL')
    await server.exit()
  }
  return { clerk: await new Client(url).signIn('employee'), kill, [Symbol.asyncDispose]: kill }
}

/** What was written so far, also by a transaction that is not over: both databases write ahead. */
async function written(variables: Variables): Promise<string> {
  const { database } = readConfig(variables)
  if (database.kind === 'sqlite') return String(statSync(`${database.file}-wal`).mtimeMs)
  const size = await inDatabase(variables, (db) =>
    sql<{ size: number }>`select pg_relation_size('change') as size`.execute(db),
  )
  return String(size.rows[0]?.size)
}

/** Kills the server once the work has begun to write; returns whether others see part of it then. */
async function killDuring(variables: Variables, work: (clerk: Client) => Promise<unknown>): Promise<boolean> {
  await using server = await start(variables)
  let [last, outcome] = [await written(variables), '']
  const over = work(server.clerk).then(
    () => (outcome = 'done'),
    () => (outcome = 'cut off'),
  )
  for (let writes = 0; writes < 4 && outcome === ''; await wait(1)) {
    const now = await written(variables)
    if (now !== last) writes++
    last = now
  }
  await server.kill()
  expect(await over).toBe('cut off')
  await expectWhole(variables, 'killed')
  return inDatabase(variables, async (db) => (await importStore(db).running()) !== undefined)
}

test('killed in the middle of an upload or of its undo, it starts again with nothing of either', async () => {
  await using here = await demoPlace()
  const { database } = readConfig(here.variables)
  const inBatches = database.kind === 'sqlite'
  // Left out: what signing in changes, and what a batch leaves to announce that its items are gone.
  const told = inBatches ? ['counter', 'revision', 'search_entry', 'exchange_change'] : []
  const content = () =>
    inDatabase(here.variables, (db) => dump(db, ['session', 'audit_entry', 'known_browser', 'user_account', ...told]))
  const before = await content()

  const upload = (clerk: Client) => clerk.call(api.imports.uploadArt, { body: { data } })
  expect(await killDuring(here.variables, upload)).toBe(inBatches)
  await using second = await start(here.variables)
  expect(await content()).toEqual(before)
  await expectWhole(here.variables, 'after an upload')
  // And it is as good as new.
  const { created, importId } = await upload(second.clerk)
  expect(created).toHaveLength(data.length)
  await second.kill()

  const uploaded = await content()
  const undo = (clerk: Client) => clerk.call(api.imports.undo, { body: { importId: importId ?? 0 } })
  expect(await killDuring(here.variables, undo)).toBe(inBatches)
  await using third = await start(here.variables)
  expect(await content()).toEqual(uploaded)
  await expectWhole(here.variables, 'after its undo')
  expect(await undo(third.clerk)).toEqual({ restored: data.length, left: [] })
})
