import { createReadStream } from 'node:fs'
import {
  access,
  constants,
  copyFile,
  mkdir,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fsyncPath, nullIfMissing, openScratch } from '../files/files.ts'
import {
  isMediaKey,
  type ListedMediaFile,
  type MediaStore,
  MediaStoreError,
} from './media-store.ts'

/** Media in a folder. A file gets its name only once it is completely on disk. */
export async function openFolderMediaStore(folder: string): Promise<MediaStore> {
  const scratch = await openScratch(join(folder, 'unfinished'))
  // One folder per first byte keeps each folder small.
  const toRelativePath = (key: string) => join(key.slice(0, 2), key)
  const toPath = (key: string) => join(folder, toRelativePath(key))

  async function remove(relativePath: string): Promise<void> {
    const path = join(folder, relativePath)
    await rm(path, { force: true })
    // Removes the folder of a hash, as in '3f/3f9a…/original', with its last file.
    const isInHashFolder = relativePath.split('/').length === 3
    if (isInHashFolder) await rmdir(dirname(path)).catch(ignoreNotEmpty)
  }

  return {
    async put(key, content) {
      await using unfinished = await scratch.newFile()
      if ('file' in content) await copyFile(content.file, unfinished.path)
      else await writeFile(unfinished.path, content)
      await fsyncPath(unfinished.path)

      const path = toPath(key)
      await mkdir(dirname(path), { recursive: true })
      await rename(unfinished.path, path)
      // The rename is durable only once every parent folder is flushed.
      for (let parent = dirname(path); parent.length >= folder.length; parent = dirname(parent))
        await fsyncPath(parent)
    },

    async find(key) {
      const path = toPath(key)
      const stats = await stat(path).catch(nullIfMissing)
      if (!stats) return null
      return { size: stats.size, open: async (part) => createReadStream(path, part) }
    },

    remove: (key) => remove(toRelativePath(key)),

    async *list(onError) {
      for await (const { path, size, mtime } of listFilesBelow(folder, '', onError)) {
        // Without the folder of the first byte.
        const key = path.split('/').slice(1).join('/')
        const isOurs = isMediaKey(key) && toRelativePath(key) === path
        yield {
          key: isOurs ? key : null,
          path,
          size,
          changedAt: mtime,
          remove: () => remove(path),
        }
      }
    },

    async ping() {
      await access(scratch.folder, constants.W_OK).catch((error: unknown) => {
        throw new MediaStoreError('unreachable', `the folder ${folder} can’t be written to`, error)
      })
    },
  }
}

const ignoreNotEmpty = (): void => {}

// '3f' or '3f/3f9a…', but not other folders such as `lost+found`.
const isMediaFolder = (path: string) => /^[0-9a-f]{2}(\/|$)/.test(path)

interface FileBelow extends Pick<ListedMediaFile, 'path' | 'size'> {
  readonly mtime: Date
}

async function* listFilesBelow(
  folder: string,
  subfolder: string,
  onError: ((where: string, error: Error) => void) | undefined,
): AsyncGenerator<FileBelow> {
  const readOrReport = async <T>(path: string, reading: Promise<T>): Promise<T | null> => {
    try {
      // A file deleted meanwhile is no error.
      return await reading.catch(nullIfMissing)
    } catch (error) {
      if (!onError) throw error
      onError(join(folder, path), error as Error)
      return null
    }
  }
  for (const name of (await readOrReport(subfolder, readdir(join(folder, subfolder)))) ?? []) {
    const path = subfolder ? `${subfolder}/${name}` : name
    const stats = await readOrReport(path, stat(join(folder, path)))
    if (stats?.isFile()) yield { path, size: stats.size, mtime: stats.mtime }
    if (stats?.isDirectory() && isMediaFolder(path)) yield* listFilesBelow(folder, path, onError)
  }
}
