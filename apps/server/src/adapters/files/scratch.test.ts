import { spawnSync } from 'node:child_process'
import { mkdtempDisposable, readdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeNewFile } from '../../../test/new-file.ts'
import { openScratch } from './files.ts'

const createFolder = () => mkdtempDisposable(join(tmpdir(), 'vitrine-scratch-'))

test('deletes a file at the end of its scope, even after an error', async () => {
  await using folder = await createFolder()
  const scratch = await openScratch(folder.path)
  const work = async () => {
    await using file = await scratch.newFile()
    await writeFile(file.path, 'x')
    expect(await readdir(folder.path)).toHaveLength(1)
    throw new Error('failed')
  }
  await expect(work()).rejects.toThrow('failed')
  expect(await readdir(folder.path)).toEqual([])
  {
    // A file that was never written is no error.
    await using unwritten = await scratch.newFile()
    expect(unwritten.path).toContain(folder.path)
  }
})

test('openScratch removes files of dead processes, and of other machines after a day', async () => {
  await using folder = await createFolder()
  // The process has ended when its id is returned.
  const deadProcessId = spawnSync('true').pid
  const names = {
    dead: `${deadProcessId}@${hostname()}@1`,
    // A restarted container has the same pid and host name.
    predecessor: `${process.pid}@${hostname()}@2`,
    living: `${process.ppid}@${hostname()}@3`,
    elsewhere: `${deadProcessId}@another-host@4`,
    elsewhereLongAgo: `${deadProcessId}@another-host@5`,
    unknown: 'note.txt',
  }
  for (const name of Object.values(names)) await writeNewFile(join(folder.path, name))
  await utimes(join(folder.path, names.elsewhereLongAgo), 0, 0)
  // A dangling link is listed but can't be read, like a file that another machine removes after the
  // listing.
  const vanishing = `${deadProcessId}@another-host@6`
  await symlink(join(folder.path, 'nowhere'), join(folder.path, vanishing))
  await using reserved = await (await openScratch(folder.path)).newFile()
  for (const path of [reserved.path, `${reserved.path}.part`]) await writeNewFile(path)

  await openScratch(folder.path)
  const remaining = await readdir(folder.path)
  expect(remaining).toHaveLength(6)
  expect(remaining).toEqual(
    expect.arrayContaining([names.living, names.elsewhere, names.unknown, vanishing]),
  )
  expect(remaining.map((name) => join(folder.path, name))).toEqual(
    expect.arrayContaining([reserved.path, `${reserved.path}.part`]),
  )
})
