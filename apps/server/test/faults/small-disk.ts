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
  /** Fills the disk up to this number of free bytes. */
  fillUp(free?: number): Promise<void>
  makeRoom(): Promise<void>
  setReadOnly(isReadOnly: boolean): void
}

interface Freezable extends SmallDisk {
  /** Writes block until the disk is thawed. */
  freeze(): Promise<void>
  thaw(): Promise<void>
}

const runCommand = (command: string, ...args: string[]): void =>
  void execFileSync(command, args, { stdio: 'ignore' })

/** Mounts a disk in memory for this user or `owner`; null if this user may not mount disks. */
export function mountMemoryDisk(megabytes: number, owner?: number): SmallDisk | null {
  const options = `size=${megabytes}m,mode=0700${owner === undefined ? '' : `,uid=${owner}`}`
  return mountDisk((folder) => runCommand('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder))
}

/** Mounts a disk in a file, which can also be frozen; null if this user may not mount disks. */
export function mountFreezableDisk(megabytes: number): Freezable | null {
  const image = join(tmpdir(), `vitrine-disk-${crypto.randomUUID()}`)
  const disk = mountDisk((folder) => {
    runCommand('truncate', '-s', `${megabytes}M`, image)
    runCommand('mkfs.ext4', '-q', '-m', '0', image)
    runCommand('mount', '-o', 'loop', image, folder)
    runCommand('fsfreeze', '--unfreeze', '--help')
  })
  if (!disk) {
    rmSync(image, { force: true })
    return null
  }
  // Thaws the disk when standard input closes, which happens even if the tests are killed.
  const spawnFreezer = () =>
    spawn('sh', ['-c', 'fsfreeze -f "$1" && cat >/dev/null; fsfreeze -u "$1"', 'sh', disk.path], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    })
  let freezer: ReturnType<typeof spawnFreezer> | null = null
  const thaw = async () => {
    if (!freezer) return
    freezer.stdin.end()
    await once(freezer, 'exit')
    freezer = null
  }
  return {
    ...disk,
    async freeze() {
      freezer = spawnFreezer()
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

function mountDisk(mount: (folder: string) => void): SmallDisk | null {
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
      await fillWithFile(ballast)
      if (free === 0) return
      await using handle = await open(ballast, 'r+')
      await handle.truncate((await handle.stat()).size - free)
    },
    makeRoom: () => rm(ballast, { force: true }),
    setReadOnly: (isReadOnly) =>
      runCommand('mount', '-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, path),
    async [Symbol.asyncDispose]() {
      runCommand('umount', path)
      rmSync(path, { recursive: true })
    },
  }
}

async function fillWithFile(file: string): Promise<void> {
  await using handle = await open(file, 'w')
  for (let size = 2 ** 20; size >= 512; size /= 2) {
    const block = Buffer.alloc(size, 'x')
    try {
      for (;;) await handle.appendFile(block)
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
    }
  }
}
