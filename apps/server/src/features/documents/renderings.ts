import type { PaperProgress } from '@vitrine/contract'
import { busy } from '../../base/failure.ts'

/** What several people may be waiting for. */
interface Rendering {
  readonly done: Promise<void>
  readonly stop: AbortController
  progress: PaperProgress
  askers: number
}

export interface RenderingWork {
  readonly signal: AbortSignal
  report(progress: PaperProgress): void
}

/** How one of those who wait takes part. */
export interface Share extends Disposable {
  readonly done: Promise<void>
  readonly progress: () => PaperProgress
}

// One at a time: each takes a processor and a good deal of memory.
const longestQueue = 4

/** Who asks for what is being made waits for the same; when the last of them has gone, it is stopped. */
export function renderings() {
  const current = new Map<string, Rendering>()
  let last: Promise<unknown> = Promise.resolve()

  function begin(key: string, total: number, work: (work: RenderingWork) => Promise<void>): Rendering {
    if (current.size >= longestQueue) throw busy()
    const stop = new AbortController()
    const before = last
    const report = (progress: PaperProgress) => {
      rendering.progress = progress
    }
    const done = (async () => {
      await before
      stop.signal.throwIfAborted()
      report({ stage: 'collecting', done: 0, total })
      await work({ signal: stop.signal, report })
    })()
    const stage = current.size === 0 ? 'collecting' : 'waiting'
    const rendering: Rendering = { done, stop, progress: { stage, done: 0, total }, askers: 0 }
    current.set(key, rendering)
    const forget = () => {
      if (current.get(key) === rendering) current.delete(key)
    }
    last = done.then(forget, forget)
    return rendering
  }

  return {
    /** Takes part in the rendering of this key, which is begun if it is not under way. */
    join(key: string, total: number, work: (work: RenderingWork) => Promise<void>): Share {
      const rendering = current.get(key) ?? begin(key, total, work)
      rendering.askers++
      return {
        done: rendering.done,
        progress: () => rendering.progress,
        [Symbol.dispose]() {
          rendering.askers--
          if (rendering.askers > 0) return
          // Nobody may join what is about to be stopped.
          if (current.get(key) === rendering) current.delete(key)
          rendering.stop.abort(new Error('nobody waits for this PDF any more'))
        },
      }
    },
  }
}
