import { existsSync, statfsSync } from 'node:fs'

const folder = '/dev/shm'

/**
 * Moves temporary files to a RAM disk with at least 2 GB free, so that tests do not wait for a
 * disk.
 */
export function useMemoryForTempFiles(): void {
  if (!existsSync(folder)) return
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize > 2 * 1024 ** 3) process.env.TMPDIR ??= folder
}
