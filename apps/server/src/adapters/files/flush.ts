import { open } from 'node:fs/promises'

/** Flushes a file or a folder to disk (fsync). */
export async function flush(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}
