import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/** Between two requests. */
const pauseMs = 10

/** Measures the longest wait of other requests while some work is done, in milliseconds. */
export async function measureLongestWaitMs(
  url: string,
  work: () => Promise<unknown>,
): Promise<number> {
  let isFinished = false
  const finished = work().finally(() => {
    isFinished = true
  })
  let longestMs = 0
  do {
    const startedAt = performance.now()
    await (await fetch(`${url}/api/health`)).arrayBuffer()
    longestMs = Math.max(longestMs, performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  } while (!isFinished)
  await finished
  return longestMs
}

const hashedMegabytes = 64

/**
 * Measures how long a fixed piece of work takes now, in milliseconds. Distinguishes slow software
 * from a busy machine.
 */
export function measurePaceMs(): number {
  const startedAt = performance.now()
  const hash = createHash('sha256')
  const megabyte = Buffer.alloc(1024 * 1024)
  for (let count = 0; count < hashedMegabytes; count++) hash.update(megabyte)
  hash.digest()
  return performance.now() - startedAt
}

/**
 * Measures the memory of a process and its descendants, in megabytes. Memory of files, such as
 * Node's program, is counted once, because the processes share it.
 */
export async function measureMemoryMb(pid: number): Promise<number> {
  // Folders whose names are numbers describe processes.
  const processIds = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(
    processIds.map(async (name) => {
      const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')
      const readNumber = (key: string) =>
        Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
      return {
        pid: Number(name),
        parentPid: readNumber('PPid'),
        ownKilobytes: readNumber('RssAnon') + readNumber('RssShmem'),
        fileKilobytes: readNumber('RssFile'),
      }
    }),
  )
  const listWithDescendants = (id: number): typeof stats => [
    ...stats.filter((stat) => stat.pid === id),
    ...stats
      .filter(({ parentPid }) => parentPid === id)
      .flatMap((stat) => listWithDescendants(stat.pid)),
  ]
  const family = listWithDescendants(pid)
  let kilobytes = Math.max(0, ...family.map(({ fileKilobytes }) => fileKilobytes))
  for (const { ownKilobytes } of family) kilobytes += ownKilobytes
  return kilobytes / 1024
}
