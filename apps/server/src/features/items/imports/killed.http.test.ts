// @module-tag sqlite
// @module-tag only-with-all

import { statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { Client } from '../../../../test/client.ts'
import { dumpDatabase } from '../../../../test/dump.ts'
import { expectCheckPasses, queryDatabaseOf } from '../../../../test/faults/check-database.ts'
import { createDemoDataFolder, spawnProgram } from '../../../../test/process.ts'
import { watchWriteTransactions } from '../../../../test/write-transaction.ts'
import { readConfig } from '../../../config/config.ts'

type Variables = Record<string, string>

const data = Array.from({ length: 4_000 }, (_, index) => ({
  identifier: `KILLED-${index}`,
  description: 'Huile sur toile, signée en bas à droite. '.repeat(4),
  artist: `Artist ${index % 300}`,
  year: String(1700 + (index % 320)),
}))

async function start(variables: Variables) {
  const server = spawnProgram('main.ts', [], variables)
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  const kill = async () => {
    server.child.kill('SIGKILL')
    await server.waitForExit()
  }
  return { clerk: await new Client(url).signIn('employee'), kill, [Symbol.asyncDispose]: kill }
}

function requireDatabaseFile(variables: Variables): string {
  const { database } = readConfig(variables)
  if (database.kind !== 'sqlite') throw new Error('This test needs SQLite.')
  return database.file
}

/**
 * Kills the server in the middle of its write transaction: after rows have reached the disk, long
 * before the commit.
 */
async function killDuring(
  variables: Variables,
  work: (clerk: Client) => Promise<unknown>,
): Promise<void> {
  await using server = await start(variables)
  const file = requireDatabaseFile(variables)
  using transaction = watchWriteTransactions(file)
  const readLogTime = () => statSync(`${file}-wal`).mtimeMs

  const isAnswered = work(server.clerk).then(
    () => true,
    () => false,
  )
  // Waits until the write-ahead log changes after a transaction was first seen open.
  const notOpen = Number.POSITIVE_INFINITY
  let logTimeAtOpening = notOpen
  while (readLogTime() <= logTimeAtOpening) {
    if (!transaction.isOpen()) logTimeAtOpening = notOpen
    else if (logTimeAtOpening === notOpen) logTimeAtOpening = readLogTime()
    await wait(1)
  }
  await server.kill()
  expect(await isAnswered).toBe(false)
}

test('leaves nothing of an upload or its undo when killed in the middle', async () => {
  await using demo = await createDemoDataFolder()
  // Skips the tables that a sign-in changes.
  const dumpContent = () =>
    queryDatabaseOf(demo.variables, (db) =>
      dumpDatabase(db, ['session', 'audit_entry', 'known_browser', 'user_account']),
    )

  const before = await dumpContent()
  const upload = (clerk: Client) => clerk.call(api.imports.uploadArt, { body: { data } })
  await killDuring(demo.variables, upload)
  expect(await dumpContent()).toEqual(before)
  await expectCheckPasses(demo.variables, 'after an upload')

  await using second = await start(demo.variables)
  const { created, importId } = await upload(second.clerk)
  expect(created).toHaveLength(data.length)
  await second.kill()

  const uploaded = await dumpContent()
  const undo = (clerk: Client) =>
    clerk.call(api.imports.undo, { body: { importId: importId ?? 0 } })
  await killDuring(demo.variables, undo)
  expect(await dumpContent()).toEqual(uploaded)
  await expectCheckPasses(demo.variables, 'after its undo')

  await using third = await start(demo.variables)
  expect(await undo(third.clerk)).toEqual({ restored: data.length, left: [] })
})
