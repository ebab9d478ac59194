import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { hours, minutes, seconds } from '../../base/clock.ts'
import { nullIfMissing } from './files.ts'

type Part = { readonly start: number; readonly end: number }

/** A file that supports range reads. */
export interface CachedFile {
  readonly size: number
  open(part?: Part): Readable
}

/** In a folder, and safe from eviction for the moment. */
export interface FileOnDisk extends CachedFile {
  readonly path: string
}

/** An LRU cache of files that can be recreated. */
export interface FileCache {
  find(name: string): Promise<FileOnDisk | null>
  /** `write` fills the file, which becomes visible once it is complete. The name may be decided during the write. */
  write(name: string | (() => string), write: (path: string) => Promise<void>): Promise<FileOnDisk>
  /** For a file that turns out to be damaged. */
  remove(name: string): Promise<void>
  /** Removes all files whose names begin so. */
  removeAll(beginning: string): Promise<void>
}

interface Bounds {
  readonly maxFiles?: number
  readonly maxBytes?: number
  /** A file that was used within this time may still be being read. */
  readonly inUseMs?: number
}

const unfinished = '.part'
const abandonedMs = hours(6)
const touchMs = seconds(1)
// Looking through a folder of many files for each new one would take longer than making it.
const [fullShare, sweptShare] = [15 / 16, 14 / 16]

export function fileCache(
  folder: string,
  { maxFiles = Infinity, maxBytes = Infinity, inUseMs = minutes(2) }: Bounds,
): FileCache {
  const bounds = { maxFiles, maxBytes: maxBytes * sweptShare, inUseMs }
  // Unknown until the first sweep, which the first file then starts.
  let bytes = maxBytes * fullShare
  let sweeping: Promise<void> | null = null

  async function find(name: string): Promise<FileOnDisk | null> {
    const path = join(folder, name)
    const found = await stat(path).catch(nullIfMissing)
    if (!found) return null
    const now = new Date()
    if (now.getTime() - found.mtimeMs > Math.max(touchMs, inUseMs / 2))
      await utimes(path, now, now).catch(nullIfMissing)
    return { path, size: found.size, open: (part) => createReadStream(path, part) }
  }

  async function countAndEvict(): Promise<void> {
    const before = bytes
    const left = await evictOldest(folder, bounds)
    bytes = left + bytes - before
  }

  function sweep(): Promise<void> {
    sweeping ??= countAndEvict()
      .catch(() => {})
      .finally(() => {
        sweeping = null
      })
    return sweeping
  }

  /** In the background, as long as the bound holds. */
  async function makeRoom(): Promise<void> {
    if (bytes > maxBytes * fullShare) void sweep()
    // One that is under way may have missed the new file.
    for (let sweeps = 0; sweeps < 2 && bytes > maxBytes; sweeps++) await sweep()
  }

  return {
    find,
    async write(name, write) {
      await mkdir(folder, { recursive: true })
      const path = join(folder, `${randomUUID()}${unfinished}`)
      const finalName = () => (typeof name === 'string' ? name : name())
      try {
        await write(path)
        await rename(path, join(folder, finalName()))
      } finally {
        await rm(path, { force: true })
      }
      const kept = await find(finalName())
      if (!kept) throw new Error(`${finalName()} was removed as soon as it was there`)
      bytes += kept.size
      if (maxFiles < Infinity) await evictOldest(folder, bounds)
      else await makeRoom()
      return kept
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    async removeAll(beginning) {
      const names = (await readdir(folder).catch(nullIfMissing)) ?? []
      for (const name of names)
        if (name.startsWith(beginning)) await rm(join(folder, name), { force: true })
    },
  }
}

/** Returns how many bytes are left. */
async function evictOldest(
  folder: string,
  { maxFiles, maxBytes, inUseMs }: Required<Bounds>,
): Promise<number> {
  const files: { path: string; finished: boolean; used: number; size: number }[] = []
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    // Another process may have removed it meanwhile.
    const found = await stat(path).catch(() => null)
    files.push({
      path,
      finished: !name.endsWith(unfinished),
      used: found?.mtimeMs ?? 0,
      size: found?.size ?? 0,
    })
  }
  const now = Date.now()
  const isOld = ({ used }: { used: number }) => now - used > inUseMs
  let bytes = 0
  const old = files
    .filter((file) => file.finished)
    .sort((a, b) => b.used - a.used)
    .filter((file, index) => {
      const isEvicted =
        index > 0 && (index >= maxFiles || bytes + file.size > maxBytes) && isOld(file)
      if (!isEvicted) bytes += file.size
      return isEvicted
    })
  const left = files.filter((file) => !file.finished && now - file.used > abandonedMs)
  for (const { path } of [...old, ...left]) await rm(path, { force: true })
  return bytes
}

/** For content that could not be cached. */
export const createMemoryFile = (content: Buffer): CachedFile => ({
  size: content.length,
  open: (part) =>
    Readable.from([part ? content.subarray(part.start, part.end + 1) : content], {
      objectMode: false,
    }),
})
