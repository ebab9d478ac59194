import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/** The longest wait of other requests while some work was done, in milliseconds. */
export async function measureLongestWaitMs(
  url: string,
  work: () => Promise<unknown>,
): Promise<number> {
  let over = false
  const finished = work().finally(() => {
    over = true
  })
  let longest = 0
  do {
    const asked = performance.now()
    await (await fetch(`${url}/api/health`)).arrayBuffer()
    longest = Math.max(longest, performance.now() - asked)
    await new Promise((resolve) => setTimeout(resolve, 10))
  } while (!over)
  await finished
  return longest
}

/** How long this machine takes at present for a fixed piece of work, in milliseconds: distinguishes slow software from a busy machine. */
export function measurePaceMs(): number {
  const started = performance.now()
  const hash = createHash('sha256')
  const block = Buffer.alloc(1024 * 1024)
  for (let blocks = 0; blocks < 64; blocks++) hash.update(block)
  hash.digest()
  return performance.now() - started
}

/** The memory of a process and of all that it started, in megabytes. Node itself, which they share, is counted once. */
export async function measureMemoryMb(pid: number): Promise<number> {
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
  const family = (id: number): typeof stats =>
    stats.flatMap((one) => (one.pid === id ? [one] : one.parent === id ? family(one.pid) : []))
  const all = family(pid)
  const kilobytes =
    all.reduce((sum, { own }) => sum + own, 0) + Math.max(0, ...all.map(({ files }) => files))
  return kilobytes / 1024
}
