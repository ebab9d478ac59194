import { mkdtempDisposable, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createMemoryFile, fileCache } from './file-cache.ts'
import { nullIfMissing } from './files.ts'

const createFolder = () => mkdtempDisposable(join(tmpdir(), 'vitrine-cache-'))
const write = (content: string) => (path: string) => writeFile(path, content)

test('finds a cached file, whole or in ranges', async () => {
  await using folder = await createFolder()
  const cache = fileCache(join(folder.path, 'new'), { maxFiles: 2 })
  expect(await cache.find('a.pdf')).toBeNull()
  await cache.write('a.pdf', write('0123'))
  const file = await cache.find('a.pdf')
  expect(file?.size).toBe(4)
  expect(file && (await text(file.open()))).toBe('0123')
  expect(file && (await text(file.open({ start: 1, end: 2 })))).toBe('12')
  expect(await text(createMemoryFile(Buffer.from('0123')).open({ start: 1, end: 2 }))).toBe('12')
})

test('leaves nothing of a failed write', async () => {
  await using folder = await createFolder()
  const cache = fileCache(folder.path, { maxFiles: 2 })
  const failing = async (path: string) => {
    await write('half')(path)
    throw new Error('full')
  }
  await expect(cache.write('a.pdf', failing)).rejects.toThrow('full')
  expect(await readdir(folder.path)).toEqual([])
})

test('keeps the last used files and those that may be being read', async () => {
  await using folder = await createFolder()
  const cache = fileCache(folder.path, { maxFiles: 2 })
  for (const name of ['a', 'b', 'c', 'left.x.part']) await write(name)(join(folder.path, name))
  const age = (name: string, minutes: number) => {
    const then = new Date(Date.now() - minutes * 60_000)
    return utimes(join(folder.path, name), then, then)
  }
  await age('a', 50)
  await age('b', 40)
  await age('c', 30)
  await age('left.x.part', 600)
  await cache.find('a')
  await cache.write('d', write('d'))
  expect((await readdir(folder.path)).sort()).toEqual(['a', 'd'])
  await cache.write('e', write('e'))
  // All three were used just now.
  expect((await readdir(folder.path)).sort()).toEqual(['a', 'd', 'e'])
})

test('keeps within its limit of bytes with many small files', async () => {
  await using folder = await createFolder()
  const cache = fileCache(folder.path, { maxBytes: 1_000, inUseMs: 0 })
  for (let file = 0; file < 60; file++) {
    await cache.write(`${file}`, write('x'.repeat(50)))
    // The ages differ by more than the resolution of a file system's timestamps.
    const then = new Date(Date.now() - (60 - file) * 60_000)
    await utimes(join(folder.path, `${file}`), then, then)
  }
  const listRemaining = async () => (await readdir(folder.path)).map(Number).sort((a, b) => a - b)
  // Old files are evicted in the background.
  await expect.poll(async () => (await listRemaining()).length).toBeLessThanOrEqual(24)
  expect((await listRemaining()).slice(-15)).toEqual(
    Array.from({ length: 15 }, (_, index) => 45 + index),
  )
})

test('keeps within its limit of bytes at every moment', async () => {
  await using folder = await createFolder()
  const cache = fileCache(folder.path, { maxBytes: 1_000, inUseMs: 0 })
  const bytes = async () => {
    const sizes = (await readdir(folder.path)).map(
      // A sweep in the background may remove the file meanwhile.
      async (name) => (await stat(join(folder.path, name)).catch(nullIfMissing))?.size ?? 0,
    )
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  }
  for (let file = 0; file < 100; file++) {
    await cache.write(`${file}`, write('x'.repeat(50)))
    expect(await bytes()).toBeLessThanOrEqual(1_000)
  }
  expect(await bytes()).toBeGreaterThan(700)
  expect(await cache.find('99')).not.toBeNull()
  const earlier = new Date(Date.now() - 60_000)
  for (const name of await readdir(folder.path)) {
    await utimes(join(folder.path, name), earlier, earlier)
  }
  // Larger than the limit, but needed for this request.
  await cache.write('large', write('x'.repeat(2_000)))
  expect(await readdir(folder.path)).toEqual(['large'])
})

test('removes files by the prefix of their names', async () => {
  await using folder = await createFolder()
  const cache = fileCache(join(folder.path, 'new'), { maxBytes: 1_000 })
  await cache.removeAll('a')
  for (const name of ['a.tif', 'a-1', 'b-a']) await cache.write(name, write('0123'))
  await cache.removeAll('a')
  expect(await readdir(join(folder.path, 'new'))).toEqual(['b-a'])
})
