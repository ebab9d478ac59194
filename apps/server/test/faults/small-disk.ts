import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'

export interface SmallDisk extends AsyncDisposable {
  readonly path: string
  /** Leaves so many bytes free, or none. */
  fillUp(free?: number): Promise<void>
  makeRoom(): Promise<void>
  readOnly(on: boolean): void
}

interface Freezable extends SmallDisk {
  /** Writes block until the disk is thawed. */
  freeze(): Promise<void>
  thaw(): Promise<void>
}

const run = (command: string, ...args: string[]): void =>
  void execFileSync(command, args, { stdio: 'ignore' })

/** A disk in memory, for files of this user or of `owner`; null where this user may not mount one. */
export function mountMemoryDisk(megabytes: number, owner?: number): SmallDisk | null {
  const options = `size=${megabytes}m,mode=0700${owner === undefined ? '' : `,uid=${owner}`}`
  return mounted((folder) => run('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder))
}

/** A disk in a file, which can be frozen as well; null where this user may not mount one. */
export function mountFreezableDisk(megabytes: number): Freezable | null {
  const image = join(tmpdir(), `vitrine-disk-${crypto.randomUUID()}`)
  const disk = mounted((folder) => {
    run('truncate', '-s', `${megabytes}M`, image)
    run('mkfs.ext4', '-q', '-m', '0', image)
    run('mount', '-o', 'loop', image, folder)
    run('fsfreeze', '--unfreeze', '--help')
  })
  if (!disk) {
    rmSync(image, { force: true })
    return null
  }
  // Thaws when its standard input closes, which it does even when the tests are killed.
  const frozen = () =>
    spawn('sh', ['-c', 'fsfreeze -f "$1" && cat >/dev/null; fsfreeze -u "$1"', 'sh', disk.path], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    })
  let freezer: ReturnType<typeof frozen> | null = null
  const thaw = async () => {
    if (!freezer) return
    freezer.stdin.end()
    await once(freezer, 'exit')
    freezer = null
  }
  return {
    ...disk,
    async freeze() {
      freezer = frozen()
      await setTimeout(300)
    },
    thaw,
    async [Symbol.asyncDispose]() {
      await thaw()
      await disk[Symbol.asyncDispose]()
      rmSync(image)
    },
  }
}

function mounted(mount: (folder: string) => void): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), 'vitrine-small-disk-'))
  try {
    mount(path)
  } catch {
    rmSync(path, { recursive: true })
    return null
  }
  const ballast = join(path, 'ballast')
  return {
    path,
    async fillUp(free = 0) {
      await fill(ballast)
      if (free === 0) return
      await using handle = await open(ballast, 'r+')
      await handle.truncate((await handle.stat()).size - free)
    },
    makeRoom: () => rm(ballast, { force: true }),
    readOnly: (on) => run('mount', '-o', `remount,${on ? 'ro' : 'rw'}`, path),
    async [Symbol.asyncDispose]() {
      run('umount', path)
      rmSync(path, { recursive: true })
    },
  }
}

async function fill(file: string): Promise<void> {
  await using handle = await open(file, 'w')
  for (let size = 2 ** 20; size >= 512; size /= 2) {
    const some = Buffer.alloc(size, 'x')
    try {
      for (;;) await handle.appendFile(some)
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
    }
  }
}
