import { open } from 'node:fs/promises'

/** Resolves when a file, or a folder's list of names, is on the disk and not only on its way there. */
export async function flush(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}
