import type { PaperProgress } from '@vitrine/contract'
import { busy } from '../../base/failure.ts'

/** A rendering shared by several callers. */
interface Rendering {
  readonly done: Promise<void>
  readonly stop: AbortController
  progress: PaperProgress
  subscribers: number
}

export interface RenderingWork {
  readonly signal: AbortSignal
  report(progress: PaperProgress): void
}

/** One caller’s share in a rendering. */
export interface Share extends Disposable {
  readonly done: Promise<void>
  readonly progress: () => PaperProgress
}

// One at a time, because each takes a core and much memory.
const maxQueued = 4

/** Callers with the same key share one rendering, which is cancelled when the last of them disconnects. */
export function renderings() {
  const current = new Map<string, Rendering>()
  let last: Promise<unknown> = Promise.resolve()

  function begin(key: string, total: number, work: (work: RenderingWork) => Promise<void>): Rendering {
    if (current.size >= maxQueued) throw busy()
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
    const rendering: Rendering = { done, stop, progress: { stage, done: 0, total }, subscribers: 0 }
    current.set(key, rendering)
    const forget = () => {
      if (current.get(key) === rendering) current.delete(key)
    }
    last = done.then(forget, forget)
    return rendering
  }

  return {
    /** Joins the rendering of this key, or starts it. */
    join(key: string, total: number, work: (work: RenderingWork) => Promise<void>): Share {
      const rendering = current.get(key) ?? begin(key, total, work)
      rendering.subscribers++
      return {
        done: rendering.done,
        progress: () => rendering.progress,
        [Symbol.dispose]() {
          rendering.subscribers--
          if (rendering.subscribers > 0) return
          // No caller may join a rendering that is being cancelled.
          if (current.get(key) === rendering) current.delete(key)
          rendering.stop.abort(new Error('all callers have disconnected'))
        },
      }
    },
  }
}
