import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

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
    await new Promise((resolve) => setTimeout(resolve, 10))
  } while (!isFinished)
  await finished
  return longestMs
}

/**
 * Measures how long a fixed piece of work takes now, in milliseconds. Distinguishes slow software
 * from a busy machine.
 */
export function measurePaceMs(): number {
  const startedAt = performance.now()
  const hash = createHash('sha256')
  const block = Buffer.alloc(1024 * 1024)
  for (let blocks = 0; blocks < 64; blocks++) hash.update(block)
  hash.digest()
  return performance.now() - startedAt
}

/**
 * Measures the memory of a process and its descendants, in megabytes. Memory of files, such as
 * Node's program, is counted once, because the processes share it.
 */
export async function measureMemoryMb(pid: number): Promise<number> {
  // Folders whose names are numbers describe processes.
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(
    processes.map(async (name) => {
      const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')
      const field = (key: string) =>
        Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
      const own = field('RssAnon') + field('RssShmem')
      return { pid: Number(name), parent: field('PPid'), own, files: field('RssFile') }
    }),
  )
  const withDescendants = (id: number): typeof stats => [
    ...stats.filter((stat) => stat.pid === id),
    ...stats.filter(({ parent }) => parent === id).flatMap((stat) => withDescendants(stat.pid)),
  ]
  const family = withDescendants(pid)
  let kilobytes = Math.max(0, ...family.map(({ files }) => files))
  for (const { own } of family) kilobytes += own
  return kilobytes / 1024
}
