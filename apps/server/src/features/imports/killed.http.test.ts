// @module-tag postgres-with-all
// @module-tag only-with-all

import { statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@vitrine/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Client } from '../../../test/client.ts'
import { dump } from '../../../test/dump.ts'
import { onceMore } from '../../../test/faults/once-more.ts'
import { demoPlace, run } from '../../../test/process.ts'
import { type Config, readConfig } from '../../config/config.ts'
import { openDatabase } from '../../db/open.ts'
import type { Db } from '../../db/tables.ts'
import { createLogger } from '../../runtime/logger.ts'

const data = Array.from({ length: 10_000 }, (_, index) => ({
  identifier: `KILLED-${index}`,
  description: 'Huile sur toile, signée en bas à droite. '.repeat(4),
  artist: `Artist ${index % 300}`,
  year: String(1700 + (index % 320)),
}))

async function start(variables: Record<string, string>) {
  const server = run('main.ts', [], variables)
  const [, url = ''] = await server.wrote(/serves at (\S+)/)
  return { server, clerk: await new Client(url).signIn('employee') }
}

async function inDatabase<T>(database: Config['database'], look: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase(database, createLogger('silent'))
  try {
    return await look(db)
  } finally {
    await db.destroy()
  }
}

/** Bytes written so far, also those of a transaction that is not over: both databases write ahead. */
async function written(database: Config['database']): Promise<number> {
  if (database.kind === 'sqlite') return statSync(`${database.file}-wal`).size
  const size = await inDatabase(database, (db) =>
    sql<{ size: number }>`select pg_relation_size('change') as size`.execute(db),
  )
  return size.rows[0]?.size ?? 0
}

test('killed in the middle of an upload, it starts again with nothing of it', onceMore, async () => {
  await using here = await demoPlace()
  const { database } = readConfig(here.variables)
  const first = await start(here.variables)
  // What signing in changes is left out.
  const content = () =>
    inDatabase(database, (db) => dump(db, ['session', 'audit_entry', 'known_browser', 'user_account']))
  const before = await content()

  const begin = await written(database)
  const upload = first.clerk.call(api.imports.uploadArt, { body: { data } }).then(
    () => 'done',
    () => 'cut off',
  )
  const enough = 500_000
  while ((await written(database)) < begin + enough) await wait(1)
  first.server.child.kill('SIGKILL')
  expect(await upload).toBe('cut off')
  await first.server.exit()

  const second = await start(here.variables)
  try {
    expect(await content()).toEqual(before)
    // And it is as good as new.
    const outcome = await second.clerk.call(api.imports.uploadArt, { body: { data } })
    expect(outcome.created).toHaveLength(data.length)
  } finally {
    second.server.child.kill('SIGKILL')
    await second.server.exit()
  }
})
