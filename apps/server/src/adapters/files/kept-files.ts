import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { hours, minutes } from '../../base/clock.ts'

/** A file of which any part can be read. */
export interface KeptFile {
  readonly size: number
  open(part?: { start: number; end: number }): Readable
}

/** Files that can be made again, by name: the last used are kept. */
export interface KeptFiles {
  find(name: string): Promise<KeptFile | null>
  /** `write` fills the file; nobody sees it before it is complete. It may come to another name on the way. */
  keep(name: string | (() => string), write: (path: string) => Promise<void>): Promise<KeptFile>
}

const unfinished = '.part'
// Somebody may be about to read a younger file, or still be writing it.
const inUse = minutes(2)
const abandoned = hours(6)

export function keptFiles(folder: string, most: number): KeptFiles {
  async function find(name: string): Promise<KeptFile | null> {
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
      await removeOldest(folder, most)
      const kept = await find(finalName())
      if (!kept) throw new Error(`${finalName()} was removed as soon as it was there`)
      return kept
    },
  }
}

async function removeOldest(folder: string, most: number): Promise<void> {
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
    .slice(most)
    .filter((file) => now - file.used > inUse)
  const left = files.filter((file) => !file.finished && now - file.used > abandoned)
  for (const { path } of [...old, ...left]) await rm(path, { force: true })
}

/** What could not be kept is handed out all the same. */
export const fromMemory = (content: Buffer): KeptFile => ({
  size: content.length,
  open: (part) => Readable.from([part ? content.subarray(part.start, part.end + 1) : content], { objectMode: false }),
})
