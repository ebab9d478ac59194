import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { seconds } from '../base/clock.ts'

const periodMs = seconds(2)
/** The share of a period that the process may have worked to count as idle. */
const idleShare = 0.01
/** The growth since the last time that makes it worth the while. */
const worthwhileBytes = 64 * 1024 * 1024
/** Above this, memory that was in use last time may be garbage after some work. */
const largeBytes = 220 * 1024 * 1024
const workMs = seconds(1)

/**
 * On a machine with much memory V8 lets the heap double or more before it collects garbage: after a few large imports half of
 * it was garbage. With this it collects once the heap has grown by a third.
 */
export function collectGarbageEarly(): void {
  setFlagsFromString('--heap-growing-percent=30')
}

/**
 * V8 keeps the memory of a large request for the next one, and returns it only under memory pressure. That takes a
 * quarter of a second, so it is done while the process is idle and there is something to gain.
 */
export function releaseMemoryWhenIdle(): void {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  let least = process.memoryUsage.rss()
  let worked = 0
  let before = process.threadCpuUsage()

  setInterval(() => {
    // Not the utilization of the event loop: on a machine busy with other work, it would never be idle.
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    const spent = (user + system) / 1000
    worked += spent
    const rss = process.memoryUsage.rss()
    least = Math.min(least, rss)
    const isWorthwhile = rss > least + worthwhileBytes || (rss > largeBytes && worked > workMs)
    if (!isWorthwhile || spent > idleShare * periodMs) return
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    least = rss
    worked = 0
    before = process.threadCpuUsage()
  }, periodMs).unref()
}
