import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newMediaKey, testMediaStore } from '../../../test/media-store.ts'
import { openFolderMediaStore } from './folder-media.ts'
import type { MediaStore } from './media-store.ts'

let folder: string
let store: MediaStore

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-media-'))
  store = await openFolderMediaStore(folder)
})
afterAll(() => rm(folder, { recursive: true }))

testMediaStore(() => store)

test('stores a file in a folder named by its first byte, and no partial file', async () => {
  const key = newMediaKey()
  await store.put(key, Buffer.from('x'))
  const [content = ''] = key.split('/')
  expect(await readdir(join(folder, key.slice(0, 2), content))).toEqual(['original'])
  expect(await readdir(join(folder, 'unfinished'))).toEqual([])
})

test('shows a file to a second server on the same folder at once', async () => {
  const key = newMediaKey()
  const other = await openFolderMediaStore(folder)
  await store.put(key, Buffer.from('x'))
  expect((await other.find(key))?.size).toBe(1)
})
