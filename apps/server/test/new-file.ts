import { utimes, writeFile } from 'node:fs/promises'

/**
 * Writes a file whose times are those of the process's clock, which may be moved
 * (scripts/clock-offset.mjs), instead of the system's.
 */
export async function writeNewFile(path: string): Promise<void> {
  await writeFile(path, 'x')
  await utimes(path, new Date(), new Date())
}
