import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { seconds } from '../base/clock.ts'

const periodMs = seconds(2)
/** The share of a period in which the process was at work. */
const quietShare = 0.1
/** How much it must have grown since it was asked last. */
const worthwhileBytes = 64 * 1024 * 1024
/** Above this it is asked again after a while, as what was needed last time may be garbage by now; where that was in vain, after twice as long. */
const largeBytes = 220 * 1024 * 1024
const againMs = seconds(20)
const vainBytes = 16 * 1024 * 1024

/**
 * On a machine with much memory V8 lets the heap double or more before it collects garbage: after a few large imports half of
 * it was garbage. With this it collects once the heap has grown by a third.
 */
export function collectEarly(): void {
  setFlagsFromString('--heap-growing-percent=30')
}

/**
 * V8 keeps the memory of a large request for the next one. Asked to collect garbage, it also returns what it can spare, in some
 * seconds and in small steps. The collection takes up to a tenth of a second, so it is done when nobody is waiting and there is
 * something to gain.
 */
export function returnMemoryWhenQuiet(): { end(): void } {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  let least = process.memoryUsage.rss()
  let last = { rss: Number.POSITIVE_INFINITY, pauseMs: againMs, nextAt: performance.now() + againMs }
  let before = process.threadCpuUsage()

  const timer = setInterval(() => {
    // Not the utilization of the event loop: on a machine that others keep busy, it would never be quiet.
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    const rss = process.memoryUsage.rss()
    least = Math.min(least, rss)
    const isDue = rss > least + worthwhileBytes || (rss > largeBytes && performance.now() > last.nextAt)
    if (!isDue || (user + system) / 1000 > quietShare * periodMs) return
    collect({ type: 'major', execution: 'sync' })
    const pauseMs = rss > last.rss - vainBytes ? 2 * last.pauseMs : againMs
    last = { rss, pauseMs, nextAt: performance.now() + pauseMs }
    least = rss
  }, periodMs).unref()
  return { end: () => clearInterval(timer) }
}
