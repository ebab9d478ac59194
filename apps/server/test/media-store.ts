import { createHash, randomBytes } from 'node:crypto'
import { mkdtempDisposable, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { MediaStore, StoredMedia } from '../src/adapters/media/media-store.ts'

export const newMediaKey = (part = 'original') =>
  `${createHash('sha256').update(randomBytes(16)).digest('hex')}/${part}`

/** The contract of every media store, whatever is behind it. */
export function testMediaStore(store: () => MediaStore): void {
  const find = async (key: string): Promise<StoredMedia> => {
    const found = await store().find(key)
    if (!found) throw new Error(`${key} is not there`)
    return found
  }
  const read = async (key: string, part?: { start: number; end: number }) =>
    text(await (await find(key)).open(part))

  test('stored files are read back, whole or in parts', async () => {
    const key = newMediaKey()
    await store().put(key, Buffer.from('0123456789'))
    expect((await find(key)).size).toBe(10)
    expect(await read(key)).toBe('0123456789')
    expect(await read(key, { start: 0, end: 0 })).toBe('0')
    expect(await read(key, { start: 3, end: 5 })).toBe('345')
    expect(await read(key, { start: 8, end: 9 })).toBe('89')
  })

  test('a file that was never stored is missing', async () => {
    const key = newMediaKey()
    expect(await store().find(key)).toBeNull()
    await store().put(key, Buffer.from('x'))
    expect(await store().find(key.replace('original', 'screen.webp'))).toBeNull()
  })

  test('a file of several megabytes is stored byte by byte, and does not move', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-store-'))
    const content = randomBytes(9 * 1024 * 1024 + 7)
    const file = join(folder.path, 'large')
    await writeFile(file, content)
    const key = newMediaKey()
    await store().put(key, { file })
    const found = await find(key)
    expect(found.size).toBe(content.length)
    expect((await buffer(await found.open())).equals(content)).toBe(true)
    await rm(file)
  })

  test('the same content may be stored twice, even concurrently', async () => {
    const key = newMediaKey('thumbnail.avif')
    await Promise.all([1, 2, 3, 4].map(() => store().put(key, Buffer.from('the same'))))
    await store().put(key, Buffer.from('the same'))
    expect(await read(key)).toBe('the same')
  })

  test('all stored files are listed', async () => {
    const keys = [newMediaKey(), newMediaKey('thumbnail.avif'), newMediaKey('print.jpeg')]
    for (const key of keys) await store().put(key, Buffer.from('x'))
    const listed = new Map<string | null, number>()
    for await (const { key, size } of store().list()) listed.set(key, size)
    expect(keys.map((key) => listed.get(key))).toEqual([1, 1, 1])
  })

  test('a removed file is gone, and no other', async () => {
    const [one, other] = [newMediaKey(), newMediaKey()]
    const beside = one.replace('original', 'thumbnail.avif')
    for (const key of [one, other, beside]) await store().put(key, Buffer.from('x'))
    await store().remove(one)
    for await (const { key, remove } of store().list()) if (key === other) await remove?.()
    const found = await Promise.all([one, other, beside].map((key) => store().find(key)))
    expect(found.map((file) => file?.size)).toEqual([undefined, undefined, 1])
  })

  test('a failed put leaves nothing', async () => {
    const key = newMediaKey()
    await expect(store().put(key, { file: '/there/is/no/such/file' })).rejects.toThrow()
    expect(await store().find(key)).toBeNull()
  })

  test('a reader that stops early does not disturb others', async () => {
    const key = newMediaKey()
    await store().put(key, Buffer.alloc(3 * 1024 * 1024, 'x'))
    const stream = await (await find(key)).open()
    for await (const _chunk of stream) break
    expect(stream.destroyed).toBe(true)
    expect(await read(key, { start: 0, end: 1 })).toBe('xx')
  })
}
