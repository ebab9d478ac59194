// @module-tag sqlite

import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { runOperatorCommand } from '../../../test/command.ts'
import { startTestServer } from '../../../test/server.ts'

test('reports a database without users until there is one', async () => {
  await using server = await startTestServer({ SEED: 'none' })
  const empty = await server.call(api.operations.settings)
  expect(empty).toMatchObject({ needsFirstRoot: true, demo: null })
  const created = await runOperatorCommand(['create-root', '--email', 'anna@example.org'], {
    ...server.variables,
    SEED: 'none',
  })
  expect(created.code).toBe(0)
  expect(await server.call(api.operations.settings)).toEqual({ ...empty, needsFirstRoot: false })
})

test('does not report a database with users', async () => {
  await using server = await startTestServer()
  expect(await server.call(api.operations.settings)).toMatchObject({ needsFirstRoot: false })
})
