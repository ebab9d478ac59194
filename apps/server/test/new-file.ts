import { utimes, writeFile } from 'node:fs/promises'

/** Writes a file dated by the clock of the process, which tests may have moved. */
export async function writeNewFile(path: string): Promise<void> {
  await writeFile(path, 'x')
  await utimes(path, new Date(), new Date())
}
