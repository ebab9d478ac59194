import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../../base/operator-error.ts'

/** Creates a folder if needed and writes to it: permissions alone do not reveal a read-only mount. */
export async function expectWritable(folder: string, variable: string): Promise<void> {
  const file = join(folder, `.${randomUUID()}`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(file, '')
    await rm(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new OperatorError(
      `${variable}: nothing can be written to ${folder} (${code}). Is the path right, is its disk mounted, and may this user write there?`,
    )
  }
}
