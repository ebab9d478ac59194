import { mkdtempDisposable, readdir, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { fileCache, fromMemory } from './file-cache.ts'

const here = () => mkdtempDisposable(join(tmpdir(), 'vitrine-kept-'))
const write = (content: string) => (path: string) => writeFile(path, content)

test('what is kept is found again, whole or in parts', async () => {
  await using folder = await here()
  const kept = fileCache(join(folder.path, 'new'), 2)
  expect(await kept.find('a.pdf')).toBeNull()
  await kept.keep('a.pdf', write('0123'))
  const file = await kept.find('a.pdf')
  expect(file?.size).toBe(4)
  expect(file && (await text(file.open()))).toBe('0123')
  expect(file && (await text(file.open({ start: 1, end: 2 })))).toBe('12')
  expect(await text(fromMemory(Buffer.from('0123')).open({ start: 1, end: 2 }))).toBe('12')
})

test('what fails leaves nothing', async () => {
  await using folder = await here()
  const kept = fileCache(folder.path, 2)
  const failing = async (path: string) => {
    await write('half')(path)
    throw new Error('full')
  }
  await expect(kept.keep('a.pdf', failing)).rejects.toThrow('full')
  expect(await readdir(folder.path)).toEqual([])
})

test('the last used are kept, and what somebody may be reading', async () => {
  await using folder = await here()
  const kept = fileCache(folder.path, 2)
  for (const name of ['a', 'b', 'c', 'left.x.part']) await write(name)(join(folder.path, name))
  const age = (name: string, minutes: number) => {
    const then = new Date(Date.now() - minutes * 60_000)
    return utimes(join(folder.path, name), then, then)
  }
  await age('a', 50)
  await age('b', 40)
  await age('c', 30)
  await age('left.x.part', 600)
  await kept.find('a')
  await kept.keep('d', write('d'))
  expect((await readdir(folder.path)).sort()).toEqual(['a', 'd'])
  await kept.keep('e', write('e'))
  // All three were just in use.
  expect((await readdir(folder.path)).sort()).toEqual(['a', 'd', 'e'])
})
