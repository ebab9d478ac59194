import { mkdtempDisposable, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createMemoryFile, fileCache } from './file-cache.ts'
import { nullIfMissing } from './files.ts'

const createFolder = () => mkdtempDisposable(join(tmpdir(), 'vitrine-cache-'))
const createWriter = (content: string) => (path: string) => writeFile(path, content)

/** Makes a file look as if it was last used so many minutes ago. */
async function setAge(path: string, minutes: number): Promise<void> {
  const lastUse = new Date(Date.now() - minutes * 60_000)
  await utimes(path, lastUse, lastUse)
}

/** The size of all files in a folder, of which some may be removed meanwhile. */
async function sumBytes(folder: string): Promise<number> {
  let bytes = 0
  for (const name of await readdir(folder)) {
    const stats = await stat(join(folder, name)).catch(nullIfMissing)
    bytes += stats?.size ?? 0
  }
  return bytes
}

test('finds a cached file, whole or in ranges', async () => {
  await using folder = await createFolder()
  const cache = fileCache(join(folder.path, 'new'), { maxFiles: 2 })
  expect(await cache.find('a.pdf')).toBeNull()
  await cache.write('a.pdf', createWriter('0123'))
  const file = await cache.find('a.pdf')
  expect(file?.size).toBe(4)
  expect(file && (await text(file.open()))).toBe('0123')
  expect(file && (await text(file.open({ start: 1, end: 2 })))).toBe('12')
})

test('reads a range of a file in memory', async () => {
  const file = createMemoryFile(Buffer.from('0123'))
  expect(await text(file.open({ start: 1, end: 2 }))).toBe('12')
})

test('leaves nothing of a failed write', async () => {
  await using folder = await createFolder()
  const cache = fileCache(folder.path, { maxFiles: 2 })
  const failing = async (path: string) => {
    await createWriter('half')(path)
    throw new Error('full')
  }
  await expect(cache.write('a.pdf', failing)).rejects.toThrow('full')
  expect(await readdir(folder.path)).toEqual([])
})

test('evicts the files used least recently, but none in use', async () => {
  await using folder = await createFolder()
  const cache = fileCache(folder.path, { maxFiles: 2 })
  for (const name of ['a', 'b', 'c', 'left.x.part'])
    await createWriter(name)(join(folder.path, name))
  await setAge(join(folder.path, 'a'), 50)
  await setAge(join(folder.path, 'b'), 40)
  await setAge(join(folder.path, 'c'), 30)
  await setAge(join(folder.path, 'left.x.part'), 600)
  // Counts as a use.
  await cache.find('a')
  await cache.write('d', createWriter('d'))
  expect((await readdir(folder.path)).sort()).toEqual(['a', 'd'])
  await cache.write('e', createWriter('e'))
  // All three were used just now, so there may be more than two.
  expect((await readdir(folder.path)).sort()).toEqual(['a', 'd', 'e'])
})

const maxBytes = 1_000
const fileBytes = 50

test('evicts the oldest of many small files, down to its limit of bytes', async () => {
  await using folder = await createFolder()
  const cache = fileCache(folder.path, { maxBytes, inUseMs: 0 })
  const fileCount = 60
  for (let index = 0; index < fileCount; index++) {
    await cache.write(`${index}`, createWriter('x'.repeat(fileBytes)))
    // The ages differ by more than the resolution of a file system's timestamps.
    await setAge(join(folder.path, `${index}`), fileCount - index)
  }
  const listRemaining = async () => (await readdir(folder.path)).map(Number).sort((a, b) => a - b)

  // Twenty files fit. Old ones are evicted in the background, so a few more may still be there.
  await expect.poll(async () => (await listRemaining()).length).toBeLessThanOrEqual(24)
  const surelyKept = 15
  expect((await listRemaining()).slice(-surelyKept)).toEqual(
    Array.from({ length: surelyKept }, (_, index) => fileCount - surelyKept + index),
  )
})

test('keeps within its limit of bytes at every moment', async () => {
  await using folder = await createFolder()
  const cache = fileCache(folder.path, { maxBytes, inUseMs: 0 })
  for (let index = 0; index < 100; index++) {
    await cache.write(`${index}`, createWriter('x'.repeat(fileBytes)))
    expect(await sumBytes(folder.path)).toBeLessThanOrEqual(maxBytes)
  }
  // It does not evict much more than it needs to.
  expect(await sumBytes(folder.path)).toBeGreaterThan(0.7 * maxBytes)
  expect(await cache.find('99')).not.toBeNull()
})

test('keeps a file larger than its limit for the request that needs it', async () => {
  await using folder = await createFolder()
  const cache = fileCache(folder.path, { maxBytes, inUseMs: 0 })
  await cache.write('small', createWriter('x'.repeat(fileBytes)))
  await setAge(join(folder.path, 'small'), 1)
  await cache.write('large', createWriter('x'.repeat(2 * maxBytes)))
  expect(await readdir(folder.path)).toEqual(['large'])
})

test('removes files by the prefix of their names', async () => {
  await using folder = await createFolder()
  const cache = fileCache(join(folder.path, 'new'), { maxBytes: 1_000 })
  await cache.removeAll('a')
  for (const name of ['a.tif', 'a-1', 'b-a']) await cache.write(name, createWriter('0123'))
  await cache.removeAll('a')
  expect(await readdir(join(folder.path, 'new'))).toEqual(['b-a'])
})
