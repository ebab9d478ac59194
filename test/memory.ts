import { existsSync, statfsSync } from 'node:fs'

const folder = '/dev/shm'

/** Temporary files go into memory that looks like a folder, where there is enough: no test waits for a disk. */
export function useMemoryForTempFiles(): void {
  if (!existsSync(folder)) return
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize > 2 * 1024 ** 3) process.env.TMPDIR ??= folder
}
