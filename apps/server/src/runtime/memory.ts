import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { seconds } from '../base/clock.ts'

const periodMs = seconds(2)
/** The share of a period that the process may have worked and still count as idle. */
const idleShare = 0.01
/** The growth since the last collection that makes another one worthwhile. */
const worthwhileGrowthBytes = 64 * 1024 * 1024
/**
 * Above this size, memory that was in use at the last collection may be garbage after some work.
 */
const largeBytes = 220 * 1024 * 1024
const minWorkMs = seconds(1)
const microsecondsPerMs = 1_000

/**
 * Returns free memory to the system while the process is idle and there is enough to gain. V8 keeps
 * the memory of a large request for the next one, and returns it only under memory pressure; doing
 * so takes a quarter of a second.
 */
export function releaseMemoryWhenIdle(): void {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  let baselineBytes = process.memoryUsage.rss()
  let workedMs = 0
  let lastUsage = process.threadCpuUsage()

  setInterval(() => {
    // CPU time rather than event loop utilization: on a machine busy with other work, that would
    // never be idle.
    const { user, system } = process.threadCpuUsage(lastUsage)
    lastUsage = process.threadCpuUsage()
    const spentMs = (user + system) / microsecondsPerMs
    workedMs += spentMs
    const rss = process.memoryUsage.rss()
    baselineBytes = Math.min(baselineBytes, rss)
    const isWorthwhile =
      rss > baselineBytes + worthwhileGrowthBytes || (rss > largeBytes && workedMs > minWorkMs)
    if (!isWorthwhile || spentMs > idleShare * periodMs) return
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    baselineBytes = rss
    workedMs = 0
    lastUsage = process.threadCpuUsage()
  }, periodMs).unref()
}
