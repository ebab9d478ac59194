// @module-tag sqlite

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runOperatorCommand } from '../../test/command.ts'
import { createDataFolder } from '../../test/process.ts'

/** Creates an empty data folder and a function that runs commands on it. */
async function createInstallation() {
  const dataFolder = await createDataFolder()
  return {
    run: (...args: string[]) => runOperatorCommand(args, dataFolder.variables),
    [Symbol.asyncDispose]: () => dataFolder[Symbol.asyncDispose](),
  }
}

test('prints the list of commands, the help of one of them, and the version', async () => {
  await using installation = await createInstallation()
  expect(await installation.run('--help')).toEqual({
    code: 0,
    text: expect.stringMatching(/create-root.*migrate.*seed/s),
  })
  expect(await installation.run('seed', '--help')).toEqual({
    code: 0,
    text: expect.stringContaining('Usage: vitrine seed'),
  })
  expect(await installation.run('--version')).toEqual({
    code: 0,
    text: expect.stringMatching(/^Vitrine \d+\.\d+\.\d+ \(schema \d+\)\n?$/),
  })
})

test('rejects unknown commands and options, and invalid values', async () => {
  await using installation = await createInstallation()
  // The second is a property of every object.
  for (const unknown of ['dance', 'constructor'])
    expect(await installation.run(unknown)).toEqual({
      code: 1,
      text: expect.stringContaining(`There is no command "${unknown}"`),
    })
  expect(await installation.run('migrate', '--dry-run')).toEqual({
    code: 1,
    text: expect.stringContaining('It takes no options.'),
  })
  expect(await installation.run('create-root', '--email', 'nonsense')).toMatchObject({ code: 1 })
})

test('migrates and seeds an empty database, and changes nothing the second time', async () => {
  await using installation = await createInstallation()
  expect(await installation.run('migrate')).toEqual({
    code: 0,
    text: expect.stringContaining('Done: 001-people'),
  })
  expect(await installation.run('migrate')).toEqual({
    code: 0,
    text: expect.stringContaining('up to date'),
  })
  expect(await installation.run('seed', 'demo')).toEqual({
    code: 0,
    text: expect.stringContaining('root@example.org'),
  })
  expect(await installation.run('seed', 'demo')).toEqual({
    code: 1,
    text: expect.stringContaining('not empty'),
  })
})

test('bin/vitrine runs commands from any folder', async () => {
  await using dataFolder = await createDataFolder()
  const program = fileURLToPath(new URL('../../../../bin/vitrine', import.meta.url))
  const { stdout } = await promisify(execFile)(program, ['--version'], {
    cwd: dataFolder.dataDir,
    env: dataFolder.variables,
  })
  expect(stdout).toMatch(/^Vitrine \d+\.\d+\.\d+ \(schema \d+\)\n$/)
})
