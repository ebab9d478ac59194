// @module-tag sqlite

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runOperatorCommand } from '../../test/command.ts'
import { createDataFolder } from '../../test/process.ts'

test('prints help and rejects unknown input', async () => {
  await using here = await createDataFolder()
  const ask = (...args: string[]) => runOperatorCommand(args, here.variables)
  expect(await ask('--help')).toEqual({
    code: 0,
    text: expect.stringMatching(/create-root.*migrate.*seed/s),
  })
  expect(await ask('--version')).toEqual({
    code: 0,
    text: expect.stringMatching(/^Vitrine \d+\.\d+\.\d+ \(schema \d+\)\n?$/),
  })
  expect(await ask('seed', '--help')).toEqual({
    code: 0,
    text: expect.stringContaining('Usage: vitrine seed'),
  })
  for (const nonsense of ['dance', 'constructor']) {
    expect(await ask(nonsense)).toEqual({
      code: 1,
      text: expect.stringContaining(`There is no command "${nonsense}"`),
    })
  }
  expect(await ask('create-root', '--email', 'nonsense')).toMatchObject({ code: 1 })
  expect(await ask('migrate', '--dry-run')).toEqual({
    code: 1,
    text: expect.stringContaining('It takes no options.'),
  })
  expect(await ask('migrate')).toEqual({
    code: 0,
    text: expect.stringContaining('Done: 001-people'),
  })
  expect(await ask('migrate')).toEqual({ code: 0, text: expect.stringContaining('up to date') })
  expect(await ask('seed', 'demo')).toEqual({
    code: 0,
    text: expect.stringContaining('root@example.org'),
  })
  expect(await ask('seed', 'demo')).toEqual({ code: 1, text: expect.stringContaining('not empty') })
})

test('bin/vitrine runs commands from any folder', async () => {
  await using here = await createDataFolder()
  const program = fileURLToPath(new URL('../../../../bin/vitrine', import.meta.url))
  const { stdout } = await promisify(execFile)(program, ['--version'], {
    cwd: here.dataDir,
    env: here.variables,
  })
  expect(stdout).toMatch(/^Vitrine \d+\.\d+\.\d+ \(schema \d+\)\n$/)
})
