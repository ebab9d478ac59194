import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { hours, minutes, seconds } from '../../base/clock.ts'
import { nullIfMissing } from './files.ts'

type ByteRange = { readonly start: number; readonly end: number }

/** A file that supports range reads. */
export interface CachedFile {
  readonly size: number
  open(range?: ByteRange): Readable
}

/** A file in the cache folder that will not be evicted for the moment. */
export interface FileOnDisk extends CachedFile {
  readonly path: string
}

/** An LRU cache of files that can be recreated. */
export interface FileCache {
  find(name: string): Promise<FileOnDisk | null>
  /**
   * Adds a file, which `writeContent` fills and which becomes visible once it is complete. A
   * function may decide the name during the write.
   */
  write(
    name: string | (() => string),
    writeContent: (path: string) => Promise<void>,
  ): Promise<FileOnDisk>
  /** Removes a file that turns out to be damaged. */
  remove(name: string): Promise<void>
  /** Removes all files whose names begin with this text. */
  removeAll(prefix: string): Promise<void>
}

interface CacheLimits {
  readonly maxFiles?: number
  readonly maxBytes?: number
  /** Files used within this time are not evicted: they may still be being read. */
  readonly inUseMs?: number
}

const partialSuffix = '.part'
// A partial file that was not written to for this long belongs to a process that was killed.
const abandonedMs = hours(6)
// The time of use is not recorded more often than this.
const minTouchIntervalMs = seconds(1)
// Eviction starts when the cache is 15/16 full and frees it down to 14/16: listing a folder of many
// files for each new one would take longer than rendering it.
const startShare = 15 / 16
const targetShare = 14 / 16

export function fileCache(
  folder: string,
  { maxFiles = Infinity, maxBytes = Infinity, inUseMs = minutes(2) }: CacheLimits,
): FileCache {
  const limits = { maxFiles, maxBytes: maxBytes * targetShare, inUseMs }
  // Unknown until the first sweep, which the first new file therefore starts.
  let usedBytes = maxBytes * startShare
  let sweeping: Promise<void> | null = null

  async function find(name: string): Promise<FileOnDisk | null> {
    const path = join(folder, name)
    const stats = await stat(path).catch(nullIfMissing)
    if (!stats) return null

    // The modification time records the last use, often enough to keep the file from eviction.
    const now = new Date()
    const touchIntervalMs = Math.max(minTouchIntervalMs, inUseMs / 2)
    if (now.getTime() - stats.mtimeMs > touchIntervalMs)
      await utimes(path, now, now).catch(nullIfMissing)

    return { path, size: stats.size, open: (range) => createReadStream(path, range) }
  }

  async function measureAndEvict(): Promise<void> {
    const bytesBefore = usedBytes
    const remainingBytes = await evictOldest(folder, limits)
    const bytesWrittenMeanwhile = usedBytes - bytesBefore
    usedBytes = remainingBytes + bytesWrittenMeanwhile
  }

  function sweep(): Promise<void> {
    sweeping ??= measureAndEvict()
      .catch(() => {})
      .finally(() => {
        sweeping = null
      })
    return sweeping
  }

  /** Sweeps in the background as long as the limit holds, else before returning. */
  async function makeRoom(): Promise<void> {
    if (usedBytes > maxBytes * startShare) void sweep()
    // A sweep under way may have missed the new file, so a second one may be needed.
    for (let sweeps = 0; sweeps < 2 && usedBytes > maxBytes; sweeps++) await sweep()
  }

  return {
    find,
    async write(name, writeContent) {
      await mkdir(folder, { recursive: true })
      const path = join(folder, `${randomUUID()}${partialSuffix}`)
      const getFinalName = () => (typeof name === 'string' ? name : name())
      try {
        await writeContent(path)
        await rename(path, join(folder, getFinalName()))
      } finally {
        await rm(path, { force: true })
      }

      const added = await find(getFinalName())
      if (!added) throw new Error(`${getFinalName()} was removed as soon as it was there`)

      usedBytes += added.size
      if (maxFiles < Infinity) await evictOldest(folder, limits)
      else await makeRoom()
      return added
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    async removeAll(prefix) {
      const names = (await readdir(folder).catch(nullIfMissing)) ?? []
      for (const name of names)
        if (name.startsWith(prefix)) await rm(join(folder, name), { force: true })
    },
  }
}

/**
 * Evicts the least recently used files and abandoned partial ones; returns how many bytes remain.
 */
async function evictOldest(
  folder: string,
  { maxFiles, maxBytes, inUseMs }: Required<CacheLimits>,
): Promise<number> {
  const files: { path: string; isFinished: boolean; usedAt: number; size: number }[] = []
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    // Another process may have removed the file meanwhile.
    const stats = await stat(path).catch(() => null)
    files.push({
      path,
      isFinished: !name.endsWith(partialSuffix),
      usedAt: stats?.mtimeMs ?? 0,
      size: stats?.size ?? 0,
    })
  }

  const now = Date.now()
  const isUnused = ({ usedAt }: { usedAt: number }) => now - usedAt > inUseMs
  let remainingBytes = 0
  const evicted = files
    .filter((file) => file.isFinished)
    .sort((a, b) => b.usedAt - a.usedAt)
    .filter((file, index) => {
      // The file used last stays even if it exceeds the limit alone: a request needs it.
      const isUsedLast = index === 0
      const exceedsLimit = index >= maxFiles || remainingBytes + file.size > maxBytes
      const isEvicted = !isUsedLast && exceedsLimit && isUnused(file)
      if (!isEvicted) remainingBytes += file.size
      return isEvicted
    })
  const abandoned = files.filter((file) => !file.isFinished && now - file.usedAt > abandonedMs)
  for (const { path } of [...evicted, ...abandoned]) await rm(path, { force: true })
  return remainingBytes
}

/** Serves content from memory if it could not be cached. */
export const createMemoryFile = (content: Buffer): CachedFile => ({
  size: content.length,
  open: (range) =>
    Readable.from([range ? content.subarray(range.start, range.end + 1) : content], {
      objectMode: false,
    }),
})
