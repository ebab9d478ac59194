import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { hours } from '../../base/clock.ts'
import { absent } from './absent.ts'

/** A folder for files that live no longer than the work on them. */
export interface Scratch {
  readonly folder: string
  /** Names a file that is removed at the end of `await using`, whether it was written or not. */
  newFile(): Promise<{ readonly path: string } & AsyncDisposable>
}

// Somebody may still write to a younger file: a process of another machine, of which nothing is known here.
const abandonedAfter = hours(24)

const inUse = new Set<string>()

/** Opens a scratch folder and removes what a process that was killed left there. */
export async function openScratch(folder: string): Promise<Scratch> {
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (await isAbandoned(path, name)) await rm(path, { force: true })
  }
  return {
    folder,
    async newFile() {
      const path = join(folder, [process.pid, hostname(), randomUUID()].join('@'))
      inUse.add(path)
      return {
        path,
        async [Symbol.asyncDispose]() {
          await rm(path, { force: true })
          inUse.delete(path)
        },
      }
    },
  }
}

async function isAbandoned(path: string, name: string): Promise<boolean> {
  const [pid, host] = name.split('@')
  // In a container every process has the same number, so our own number says nothing: we know what we use.
  if (host === hostname() && Number(pid) === process.pid) return !inUse.has(path)
  if (host === hostname()) return !isAlive(Number(pid))
  // Its owner may have removed it meanwhile.
  const found = await stat(path).catch(absent)
  return found !== null && Date.now() - found.mtimeMs > abandonedAfter
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It lives, but belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
