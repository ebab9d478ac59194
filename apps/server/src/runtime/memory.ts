import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { seconds } from '../base/clock.ts'

const periodMs = seconds(2)
/** The share of a period in which the process was at work. */
const quietShare = 0.1
const worthwhileBytes = 64 * 1024 * 1024

/**
 * On a machine with much memory V8 lets the heap double or more before it collects garbage: after a few large imports half of
 * it was garbage. With this it collects once the heap has grown by a third.
 */
export function collectEarly(): void {
  setFlagsFromString('--heap-growing-percent=30')
}

/**
 * V8 keeps the memory of a large request for the next one and returns it only when it is asked for everything it can spare.
 * That takes up to a quarter of a second, so it is done when nobody is waiting and there is something to gain.
 */
export function returnMemoryWhenQuiet(): { end(): void } {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  let least = process.memoryUsage.rss()
  let before: EventLoopUtilization = performance.eventLoopUtilization()

  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    least = Math.min(least, process.memoryUsage.rss())
    if (utilization > quietShare || process.memoryUsage.rss() < least + worthwhileBytes) return
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    least = process.memoryUsage.rss()
  }, periodMs).unref()
  return { end: () => clearInterval(timer) }
}
