import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { hours, minutes } from '../../base/clock.ts'

/** A file that supports range reads. */
export interface CachedFile {
  readonly size: number
  open(part?: { start: number; end: number }): Readable
}

/** An LRU cache of files that can be recreated. */
export interface FileCache {
  find(name: string): Promise<CachedFile | null>
  /** `write` fills the file, which becomes visible once it is complete. The name may be decided during the write. */
  keep(name: string | (() => string), write: (path: string) => Promise<void>): Promise<CachedFile>
}

const unfinished = '.part'
// A younger file may still be being read or written.
const inUseMs = minutes(2)
const abandonedMs = hours(6)

export function fileCache(folder: string, maxFiles: number): FileCache {
  async function find(name: string): Promise<CachedFile | null> {
    const path = join(folder, name)
    try {
      const { size } = await stat(path)
      const now = new Date()
      await utimes(path, now, now)
      return { size, open: (part) => createReadStream(path, part) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }

  return {
    find,
    async keep(name, write) {
      await mkdir(folder, { recursive: true })
      const path = join(folder, `${randomUUID()}${unfinished}`)
      const finalName = () => (typeof name === 'string' ? name : name())
      try {
        await write(path)
        await rename(path, join(folder, finalName()))
      } finally {
        await rm(path, { force: true })
      }
      await evictOldest(folder, maxFiles)
      const kept = await find(finalName())
      if (!kept) throw new Error(`${finalName()} was removed as soon as it was there`)
      return kept
    },
  }
}

async function evictOldest(folder: string, maxFiles: number): Promise<void> {
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const path = join(folder, name)
      // Another process may have removed it meanwhile.
      const found = await stat(path).catch(() => null)
      return { path, finished: !name.endsWith(unfinished), used: found?.mtimeMs ?? 0 }
    }),
  )
  const now = Date.now()
  const old = files
    .filter((file) => file.finished)
    .sort((a, b) => b.used - a.used)
    .slice(maxFiles)
    .filter((file) => now - file.used > inUseMs)
  const left = files.filter((file) => !file.finished && now - file.used > abandonedMs)
  for (const { path } of [...old, ...left]) await rm(path, { force: true })
}

/** For content that could not be cached. */
export const fromMemory = (content: Buffer): CachedFile => ({
  size: content.length,
  open: (part) => Readable.from([part ? content.subarray(part.start, part.end + 1) : content], { objectMode: false }),
})
