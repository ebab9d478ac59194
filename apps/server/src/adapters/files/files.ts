import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { hours } from '../../base/clock.ts'
import { OperatorError } from '../../base/operator-error.ts'

/** For `catch`, if a missing file is no error. */
export function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Flushes a file or a folder to disk (fsync). */
export async function fsyncPath(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

/**
 * Creates a folder if needed, and writes to it: permissions alone do not reveal a read-only mount.
 * `variable` is the environment variable that names the folder, for the error message.
 */
export async function requireWritableFolder(folder: string, variable: string): Promise<void> {
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

/** A folder for temporary files. */
export interface ScratchFolder {
  readonly folder: string
  /**
   * Reserves a path and all paths that continue it after a dot. The file is deleted at the end of
   * `await using`.
   */
  newFile(): Promise<{ readonly path: string } & AsyncDisposable>
}

// Younger files may belong to a live process on another machine, which can’t be checked from here.
const abandonedAfterMs = hours(24)

// Paths that this process has handed out.
const reservedPaths = new Set<string>()

/** Opens a scratch folder and deletes the leftovers of killed processes. */
export async function openScratch(folder: string): Promise<ScratchFolder> {
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (await isAbandoned(path, name)) await rm(path, { force: true })
  }
  return {
    folder,
    async newFile() {
      const path = join(folder, [process.pid, hostname(), randomUUID()].join('@'))
      reservedPaths.add(path)
      return {
        path,
        async [Symbol.asyncDispose]() {
          await rm(path, { force: true })
          reservedPaths.delete(path)
        },
      }
    },
  }
}

async function isAbandoned(path: string, name: string): Promise<boolean> {
  // As named by `newFile`: process id, host name and a random part.
  const [pid, host] = name.split('@')
  // In containers every process has the same pid, so only `reservedPaths` tells whether the file is
  // ours.
  if (host === hostname() && Number(pid) === process.pid) return !isInUse(path)
  if (host === hostname()) return !isAlive(Number(pid))
  // Its owner may have deleted the file meanwhile.
  const stats = await stat(path).catch(nullIfMissing)
  return stats !== null && Date.now() - stats.mtimeMs > abandonedAfterMs
}

const isInUse = (path: string): boolean =>
  [...reservedPaths].some((reserved) => path === reserved || path.startsWith(`${reserved}.`))

function isAlive(pid: number): boolean {
  try {
    // Signal 0 checks for the process without ending it.
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
