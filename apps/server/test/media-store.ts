import { createHash, randomBytes } from 'node:crypto'
import { mkdtempDisposable, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { MediaStore, StoredMedia } from '../src/adapters/media/media-store.ts'

/** Creates the key of a file of a new picture or recording. */
export const newMediaKey = (part = 'original') =>
  `${createHash('sha256').update(randomBytes(16)).digest('hex')}/${part}`

/** Declares the tests that every implementation of `MediaStore` must pass. */
export function testMediaStore(store: () => MediaStore): void {
  const getFile = async (key: string): Promise<StoredMedia> => {
    const file = await store().find(key)
    if (!file) throw new Error(`${key} is missing`)
    return file
  }
  const read = async (key: string, part?: { start: number; end: number }) =>
    text(await (await getFile(key)).open(part))

  test('reads stored files, whole or in parts', async () => {
    const key = newMediaKey()
    await store().put(key, Buffer.from('0123456789'))
    expect((await getFile(key)).size).toBe(10)
    expect(await read(key)).toBe('0123456789')
    expect(await read(key, { start: 0, end: 0 })).toBe('0')
    expect(await read(key, { start: 3, end: 5 })).toBe('345')
    expect(await read(key, { start: 8, end: 9 })).toBe('89')
  })

  test('finds nothing under an unknown key', async () => {
    const key = newMediaKey()
    expect(await store().find(key)).toBeNull()
    await store().put(key, Buffer.from('x'))
    expect(await store().find(key.replace('original', 'screen.webp'))).toBeNull()
  })

  test('stores a copy of a large file', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-store-'))
    // Many chunks of a stream, the last of which is not full.
    const content = randomBytes(9 * 1024 * 1024 + 7)
    const file = join(folder.path, 'large')
    await writeFile(file, content)
    const key = newMediaKey()
    await store().put(key, { file })
    const stored = await getFile(key)
    expect(stored.size).toBe(content.length)
    expect((await buffer(await stored.open())).equals(content)).toBe(true)
    await rm(file)
  })

  test('accepts the same content twice, even concurrently', async () => {
    const key = newMediaKey('thumbnail.avif')
    await Promise.all([1, 2, 3, 4].map(() => store().put(key, Buffer.from('the same'))))
    await store().put(key, Buffer.from('the same'))
    expect(await read(key)).toBe('the same')
  })

  test('lists all stored files', async () => {
    const keys = [newMediaKey(), newMediaKey('thumbnail.avif'), newMediaKey('print.jpeg')]
    for (const key of keys) await store().put(key, Buffer.from('x'))
    const listed = new Map<string | null, number>()
    for await (const { key, size } of store().list()) listed.set(key, size)
    expect(keys.map((key) => listed.get(key))).toEqual([1, 1, 1])
  })

  test('removes one file and no other', async () => {
    const [removed, listed] = [newMediaKey(), newMediaKey()]
    const sibling = removed.replace('original', 'thumbnail.avif')
    for (const key of [removed, listed, sibling]) await store().put(key, Buffer.from('x'))
    await store().remove(removed)
    for await (const { key, remove } of store().list()) if (key === listed) await remove?.()
    const remaining = await Promise.all([removed, listed, sibling].map((key) => store().find(key)))
    expect(remaining.map((file) => file?.size)).toEqual([undefined, undefined, 1])
  })

  test('stores nothing if reading the source fails', async () => {
    const key = newMediaKey()
    await expect(store().put(key, { file: '/there/is/no/such/file' })).rejects.toThrow()
    expect(await store().find(key)).toBeNull()
  })

  test('lets one reader stop early without disturbing others', async () => {
    const key = newMediaKey()
    await store().put(key, Buffer.alloc(3 * 1024 * 1024, 'x'))
    const stream = await (await getFile(key)).open()
    for await (const _chunk of stream) break
    expect(stream.destroyed).toBe(true)
    expect(await read(key, { start: 0, end: 1 })).toBe('xx')
  })
}
