import { existsSync } from 'node:fs'
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryFolder, requireBuildOutputs } from './built.ts'

test('reports the missing file and the command that builds it', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-built-'))
  const requireOutputs = (production: boolean) => () =>
    requireBuildOutputs({ production }, folder.path)
  const createFile = async (file: string) => {
    const path = join(folder.path, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, '')
  }
  const advice = `Please run "npm run build" in ${folder.path}.`
  expect(requireOutputs(false)).toThrow(
    `The public pages are not built: there is no ${folder.path}/packages/pages/dist/index.js. ${advice}`,
  )
  await createFile('packages/pages/dist/index.js')
  expect(requireOutputs(false)).not.toThrow()
  expect(requireOutputs(true)).toThrow(
    `The staff app is not built: there is no ${folder.path}/apps/web/dist/index.html. ${advice}`,
  )
  await createFile('apps/web/dist/index.html')
  expect(requireOutputs(true)).not.toThrow()
})

test('finds build outputs relative to the repository', () => {
  expect(
    ['package-lock.json', 'apps/web/package.json'].filter(
      (file) => !existsSync(join(repositoryFolder, file)),
    ),
  ).toEqual([])
})
