import { createReadStream } from 'node:fs'
import { copyFile, mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { absent } from '../files/absent.ts'
import { flush } from '../files/flush.ts'
import { openScratch } from '../files/scratch.ts'
import type { MediaStore } from './media-store.ts'

/** Media in a folder. A file appears under its name only when all of it has reached the disk. */
export async function folderMedia(folder: string): Promise<MediaStore> {
  const scratch = await openScratch(join(folder, 'unfinished'))

  // A folder for each first byte: no folder gets too long to list.
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key)

  return {
    async put(key, content) {
      await using unfinished = await scratch.newFile()
      if ('file' in content) await copyFile(content.file, unfinished.path)
      else await writeFile(unfinished.path, content)
      await flush(unfinished.path)

      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      await rename(unfinished.path, path)
      // The name is on the disk only when each folder on the way to it is.
      for (let parent = dirname(path); parent.length >= folder.length; parent = dirname(parent)) await flush(parent)
    },

    async find(key) {
      const path = pathOf(key)
      const found = await stat(path).catch(absent)
      return (
        found && {
          size: found.size,
          open: async (part) => createReadStream(path, part),
        }
      )
    },

    async *list() {
      for (const first of await readdir(folder)) {
        if (!/^[0-9a-f]{2}$/.test(first)) continue
        for (const content of await readdir(join(folder, first))) {
          for (const name of await readdir(join(folder, first, content))) yield `${content}/${name}`
        }
      }
    },
  }
}
