import { utimes, writeFile } from 'node:fs/promises'

/** A file of this moment by the clock of the process, which may be another than that of the file system. */
export async function writeNewFile(path: string): Promise<void> {
  await writeFile(path, 'x')
  await utimes(path, new Date(), new Date())
}
