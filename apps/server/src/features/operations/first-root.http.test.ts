// @module-tag sqlite

import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { run } from '../../../test/process.ts'
import { startTestServer } from '../../../test/server.ts'

test('a database without users says so until there is one, and reveals nothing else', async () => {
  await using server = await startTestServer({ SEED: 'none' })
  const { config, dataDir } = server
  const empty = await server.call(api.operations.settings)
  expect(empty).toMatchObject({ needsFirstRoot: true, demo: null })
  const variables = {
    DATA_DIR: dataDir,
    SEED: 'none',
    ...(config.database.kind === 'postgres' && { DATABASE_URL: config.database.url }),
  }
  expect(await run('cli.ts', ['create-root', '--email', 'anna@example.org'], variables).exit()).toBe(0)
  expect(await server.call(api.operations.settings)).toEqual({ ...empty, needsFirstRoot: false })
})

test('a database with users does not', async () => {
  await using server = await startTestServer()
  expect(await server.call(api.operations.settings)).toMatchObject({ needsFirstRoot: false })
})
