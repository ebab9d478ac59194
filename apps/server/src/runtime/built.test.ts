import { existsSync } from 'node:fs'
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryFolder, requireBuildOutputs } from './built.ts'

test('reports the missing file and the command that builds it', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-built-'))
  const check = (production: boolean) => () => requireBuildOutputs({ production }, folder.path)
  const make = async (file: string) => {
    const path = join(folder.path, file)
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(path, '')
    return path
  }
  const advice = `Please run "npm run build" in ${folder.path}.`
  expect(check(false)).toThrow(
    `The public pages are not built: there is no ${folder.path}/packages/pages/dist/index.js. ${advice}`,
  )
  await make('packages/pages/dist/index.js')
  expect(check(false)).not.toThrow()
  expect(check(true)).toThrow(
    `The staff app is not built: there is no ${folder.path}/apps/web/dist/index.html. ${advice}`,
  )
  await make('apps/web/dist/index.html')
  expect(check(true)).not.toThrow()
})

test('finds build outputs relative to the repository', () => {
  expect(
    ['package-lock.json', 'apps/web/package.json'].filter(
      (file) => !existsSync(join(repositoryFolder, file)),
    ),
  ).toEqual([])
})
